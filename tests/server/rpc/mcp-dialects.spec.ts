import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { instructions } from '../../../server/guide/instructions.ts';
import { createToolRegistry } from '../../../server/tools/index.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { LEGACY, McpClient, MODERN, modernHeaders, modernMeta } from './mcp-client.ts';

let app: TestApp;
let writer: McpClient;
let reader: McpClient;

beforeAll(async () => {
  app = await startTestApp();
  const { apiUrl: url, token } = app.client;
  writer = new McpClient({ url, token });
  reader = new McpClient({ url, token: (await app.clientWith('read')).token });
});
afterAll(() => app[Symbol.asyncDispose]());

const Content = z.object({ content: z.array(z.object({ type: z.string(), text: z.string() })) });
const textOf = (result: unknown): string => Content.parse(result).content[0]?.text ?? '';
const wrong = { name: 'createModule', arguments: { nme: 'x' } };
const missing = { name: 'getTests', arguments: { moduleCode: 'm99' } };

describe('a legacy client', () => {
  test('a legacy client gets the revision that it asks for or else the newest, with instructions', async () => {
    const ask = (protocolVersion: string) =>
      writer.send({ method: 'initialize', params: { protocolVersion, capabilities: {}, clientInfo: {} } });
    expect(await ask('2024-11-05')).toMatchObject({
      status: 200,
      result: {
        protocolVersion: '2024-11-05',
        capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
        serverInfo: { name: 'steploom', title: 'Steploom' },
        instructions: expect.stringContaining('Recipe for a test'),
      },
    });
    expect((await ask('2031-01-01')).result).toMatchObject({ protocolVersion: LEGACY });
  });

  test('a legacy client reads what its token may do in instructions of less than 2 kB', async () => {
    const params = { protocolVersion: LEGACY, capabilities: {}, clientInfo: {} };
    const { result } = await reader.send({ method: 'initialize', params });
    expect(result?.instructions).toContain('Your token may read');
    for (const access of ['read', 'write', 'owner'] as const)
      expect(Buffer.byteLength(instructions(access))).toBeLessThan(2_048);
  });

  test('a legacy client gets tool output as text, and its own mistakes as results marked as errors', async () => {
    const listed = await writer.legacy('tools/call', { name: 'getModules' });
    expect(JSON.parse(textOf(listed.result))).toMatchObject({ modules: [], total: 0 });
    for (const params of [wrong, missing]) {
      const { status, result, error } = await writer.legacy('tools/call', params);
      expect({ status, error }).toEqual({ status: 200, error: undefined });
      expect(result).toMatchObject({ isError: true });
    }
    const told = textOf((await writer.legacy('tools/call', wrong)).result);
    expect(told).toMatch(/^Unknown parameter "nme".* Known: .*$/);
    expect((await writer.legacy('tools/call', { name: 'getModule' })).error).toMatchObject({ code: -32601 });
  });

  test('a legacy client gets 403 for a tool that its token does not cover', async () => {
    expect(await reader.legacy('tools/call', { name: 'createModule', arguments: { name: 'x' } })).toMatchObject({
      status: 403,
      error: { code: -32000 },
    });
    const { result } = await reader.legacy('tools/list');
    expect(JSON.stringify(result)).not.toContain('"createModule"');
  });

  test('a legacy client may ping and send notifications, and gets -32601 for an unknown method', async () => {
    expect((await writer.legacy('ping')).result).toEqual({});
    const told = { id: undefined, method: 'notifications/initialized' };
    const response = await writer.post(told, { 'mcp-protocol-version': LEGACY });
    expect([response.status, await response.text()]).toEqual([202, '']);
    expect(await writer.legacy('tools/lst')).toMatchObject({ status: 200, error: { code: -32601 } });
  });
});

describe('a modern client', () => {
  test('a modern client discovers the service without a handshake', async () => {
    expect(await writer.modern('server/discover')).toMatchObject({
      status: 200,
      result: {
        resultType: 'complete',
        supportedVersions: [MODERN],
        capabilities: { tools: {} },
        instructions: expect.stringContaining('Recipe'),
        ttlMs: 300_000,
        cacheScope: 'private',
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'steploom' } },
      },
    });
  });

  test('every result for a modern client says that it is complete and which server it comes from', async () => {
    const whole = { resultType: 'complete', _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'steploom' } } };
    for (const params of [{ name: 'getModules', arguments: {} }, wrong, missing])
      expect((await writer.modern('tools/call', params)).result).toMatchObject(whole);
    expect((await writer.modern('tools/list')).result).toMatchObject({ ...whole, ttlMs: 300_000 });
    expect((await writer.modern('tools/call', wrong)).result).toMatchObject({ isError: true });
  });

  test('a modern client gets 404 for an unknown method and -32602 for an unknown tool', async () => {
    expect(await writer.modern('ping')).toMatchObject({ status: 404, error: { code: -32601 } });
    const tool = await writer.modern('tools/call', { name: 'getModule' });
    expect(tool).toMatchObject({ status: 200, error: { code: -32602 } });
  });

  test('a modern client gets 400 when headers and body disagree', async () => {
    const method = 'tools/call';
    const params = { name: 'getModules', arguments: {}, _meta: modernMeta() };
    const headers = modernHeaders(method, params);
    const send = (change: Record<string, string | undefined>, meta: object = modernMeta()) => {
      const given = Object.entries({ ...headers, ...change }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      );
      return writer.send({ method, params: { ...params, _meta: meta } }, Object.fromEntries(given));
    };
    const mismatch = { status: 400, error: { code: -32020 } };
    expect(await send({ 'mcp-protocol-version': undefined })).toMatchObject(mismatch);
    expect(await send({ 'mcp-protocol-version': '2099-01-01' })).toMatchObject(mismatch);
    expect(await send({ 'mcp-method': 'tools/list' })).toMatchObject(mismatch);
    expect(await send({ 'mcp-method': undefined })).toMatchObject(mismatch);
    expect(await send({ 'mcp-name': 'getTests' })).toMatchObject(mismatch);
    expect(await send({ 'mcp-name': undefined })).toMatchObject(mismatch);
    expect(await send({}, {})).toMatchObject({ status: 400, error: { code: -32602 } });
    const encoded = `=?base64?${Buffer.from('getModules').toString('base64')}?=`;
    expect(await send({ 'mcp-name': encoded })).toMatchObject({ status: 200 });
  });

  test('a modern client learns which revisions are served when it asks for another', async () => {
    const meta = modernMeta('2027-01-01');
    const headers = { 'mcp-protocol-version': '2027-01-01', 'mcp-method': 'tools/list' };
    expect(await writer.send({ method: 'tools/list', params: { _meta: meta } }, headers)).toMatchObject({
      status: 400,
      error: { code: -32022, data: { supported: [MODERN], requested: '2027-01-01' } },
    });
  });

  test('a modern client gets 400 for a batch of messages', async () => {
    const response = await fetch(app.client.apiUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${app.client.token}`,
        'mcp-protocol-version': MODERN,
      },
      body: JSON.stringify([{ jsonrpc: '2.0', id: 1, method: 'tools/list' }]),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: -32600 } });
  });
});

describe('resources and prompts', () => {
  const eras = [
    ['legacy', () => writer.legacy.bind(writer)],
    ['modern', () => writer.modern.bind(writer)],
  ] as const;

  test.each(eras)('a %s client lists and reads resources', async (_era, requester) => {
    const request = requester();
    const Listed = z.object({ resources: z.array(z.object({ uri: z.string() })) });
    const { resources } = Listed.parse((await request('resources/list')).result);
    expect(resources.map(({ uri }) => uri)).toEqual(['steploom://guide', 'steploom://actions', 'steploom://project']);
    const Read = z.object({ contents: z.array(z.object({ text: z.string() })) });
    const read = async (uri: string) =>
      Read.parse((await request('resources/read', { uri })).result).contents[0]?.text ?? '';
    expect(await read('steploom://guide')).toContain('## Locators');
    expect(await read('steploom://actions')).toContain('`plugTest`');
    expect(JSON.parse(await read('steploom://project'))).toMatchObject({ project: { name: 'Shop' }, modules: [] });
    expect((await request('resources/read', { uri: 'steploom://no' })).error).toMatchObject({ code: -32602 });
    expect((await request('resources/read', { uri: 'steploom://runs/last' })).error).toMatchObject({ code: -32000 });
    expect((await request('resources/templates/list')).result).toMatchObject({
      resourceTemplates: [
        { uriTemplate: 'steploom://runs/{runId}' },
        { uriTemplate: 'steploom://modules/{moduleCode}' },
      ],
    });
  });

  test('instructions, guide and prompts name only tools that exist', async () => {
    const told = await Promise.all([
      writer.modern('server/discover'),
      reader.modern('server/discover'),
      writer.modern('resources/read', { uri: 'steploom://guide' }),
      writer.modern('prompts/get', { name: 'write-test', arguments: { goal: 'x' } }),
      writer.modern('prompts/get', { name: 'repair-test', arguments: { test: 't1' } }),
    ]);
    const words = /\b(?:get|create|edit|delete|run|stop|navigate|validate|perform|open|set|wait)[A-Z]\w+/g;
    const named =
      JSON.stringify(told)
        .replace(/\bget(?:By|All)\w+/g, '')
        .match(words) ?? [];
    const registry = createToolRegistry();
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(name => registry.get(name) === undefined)).toEqual([]);
  });

  test.each(eras)('a %s client gets prompts filled in, and wrong arguments refused', async (_era, requester) => {
    const request = requester();
    const filled = await request('prompts/get', { name: 'write-test', arguments: { goal: 'a guest can order' } });
    expect(JSON.stringify(filled.result)).toContain('shows: a guest can order');
    for (const params of [
      { name: 'write-tests' },
      { name: 'write-test' },
      { name: 'write-test', arguments: { goal: 'x', other: 'y' } },
      { name: 'repair-test', arguments: { test: 7 } },
    ])
      expect((await request('prompts/get', params)).error).toMatchObject({ code: -32602 });
  });
});

describe('the default list of tools', () => {
  const LONGEST = 24_000;
  const Listed = z.object({
    result: z.object({ tools: z.array(z.looseObject({ name: z.string(), title: z.string().min(3) })) }),
  });

  test.each([
    ['plain', () => ({ message: {}, headers: { accept: 'application/json' } })],
    ['legacy', () => ({ message: {}, headers: { 'mcp-protocol-version': LEGACY } })],
    ['modern', () => ({ message: { params: { _meta: modernMeta() } }, headers: modernHeaders('tools/list', {}) })],
  ])('stays within 24 kB as answered to a %s client, with the title of each tool', async (_dialect, toRequest) => {
    const { message, headers } = toRequest();
    // Some clients number their requests at random.
    const response = await writer.post(
      { id: 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6', method: 'tools/list', ...message },
      headers,
    );
    const body = await response.text();
    expect(Listed.parse(JSON.parse(body)).result.tools.length).toBeGreaterThan(40);
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(LONGEST);
  });
});
