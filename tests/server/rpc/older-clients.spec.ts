import type { Client as AnyClient } from '@modelcontextprotocol/sdk/client/index.js';
import type { StreamableHTTPClientTransport as AnyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { useRunner } from '../../ide-bridge/runner/runner-fixture.ts';
import { McpClient } from './mcp-client.ts';

/** The SDK of the revision 2025-03-26: an alias of `@modelcontextprotocol/sdk` 1.11. */
const OLD_SDK = '@modelcontextprotocol/sdk-2025-03';

const runner = useRunner({ '/': '<title>Page</title><h1>Home</h1>' });
const wrong = { name: 'createModule', arguments: { nme: 'x' } };
const slow = [
  { type: 'visit', url: '/' },
  { type: 'wait', until: 'time', value: 2_000 },
];

describe('a client of a revision whose requests name none', () => {
  const client = () => new McpClient({ url: runner.app.client.apiUrl, token: runner.app.client.token });
  const ask = (method: string, params: object = {}) => client().send({ method, params });

  test('a client that names no revision has everything that MCP serves', async () => {
    expect((await ask('ping')).result).toEqual({});
    expect((await ask('tools/call', wrong)).result).toMatchObject({ isError: true });
    expect((await ask('resources/list')).result).toMatchObject({ resources: expect.any(Array) });
    expect((await ask('resources/read', { uri: 'steploom://guide' })).result).toMatchObject({ contents: [{}] });
    expect((await ask('prompts/list')).result).toMatchObject({ prompts: expect.any(Array) });
    const argument = { name: 'test', value: '' };
    const completed = await ask('completion/complete', { ref: { type: 'ref/prompt', name: 'repair-test' }, argument });
    expect(completed.result).toMatchObject({ completion: {} });
  });

  test('a batch of a client that names no revision is answered in one piece', async () => {
    const call = { method: 'tools/call', params: { ...wrong, _meta: { progressToken: 'p' } } };
    const batch = [
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', id: 2, ...call },
    ];
    const { apiUrl, token } = runner.app.client;
    const response = await fetch(apiUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify(batch),
    });
    expect(await response.json()).toMatchObject([
      { id: 1, result: {} },
      { id: 2, result: { isError: true } },
    ]);
  });

  test('a caller that takes no streams and names no revision is still told of failures as errors', async () => {
    const headers = { accept: 'application/json' };
    expect((await client().send({ method: 'tools/call', params: wrong }, headers)).error).toMatchObject({
      code: -32602,
    });
    expect((await client().send({ method: 'ping' }, headers)).error).toMatchObject({ code: -32601 });
  });
});

const Client = z.object({ Client: z.custom<typeof AnyClient>(value => typeof value === 'function') });
const Transport = z.object({
  StreamableHTTPClientTransport: z.custom<typeof AnyTransport>(value => typeof value === 'function'),
});

/** Undefined where the alias is not installed. */
async function part<Part extends z.ZodType>(path: string, schema: Part): Promise<z.output<Part> | undefined> {
  const found: unknown = await import(/* @vite-ignore */ `${OLD_SDK}/${path}`).catch(() => undefined);
  return schema.safeParse(found).data;
}

async function connect(revision: string) {
  const [client, transport] = await Promise.all([
    part('client/index.js', Client),
    part('client/streamableHttp.js', Transport),
  ]);
  if (client === undefined || transport === undefined) return undefined;
  const { apiUrl, token } = runner.app.client;
  const headers = { Authorization: `Bearer ${token}` };
  const http = new transport.StreamableHTTPClientTransport(new URL(apiUrl), { requestInit: { headers } });
  const send = http.send.bind(http);
  // The SDK asks for the newest revision that it knows.
  http.send = (message, ...rest) => {
    const isOpening = 'method' in message && message.method === 'initialize';
    const params = isOpening ? { params: { ...message.params, protocolVersion: revision } } : {};
    return send({ ...message, ...params }, ...rest);
  };
  const connected = new client.Client({ name: 'steploom-specs', version: '1.0.0' });
  await connected.connect(http);
  return connected;
}

describe.each(['2025-03-26', '2024-11-05'])('the SDK of its time, with the revision %s', revision => {
  test('an old SDK has ping, resources, prompts, completions, failures, pictures and progress', async context => {
    const client = await connect(revision);
    if (client === undefined) return context.skip(`${OLD_SDK} is not installed`);
    expect(await client.ping()).toEqual({});
    expect(client.getInstructions()).toContain('Recipe for a test');
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain('steploom://guide');
    expect(JSON.stringify(await client.readResource({ uri: 'steploom://guide' }))).toContain('## Locators');
    expect((await client.listPrompts()).prompts.length).toBe(3);
    const ref = { type: 'ref/prompt' as const, name: 'repair-test' };
    expect(await client.complete({ ref, argument: { name: 'test', value: '' } })).toMatchObject({ completion: {} });
    expect(await client.callTool(wrong)).toMatchObject({ isError: true });
    await client.callTool({ name: 'navigateUrl', arguments: { url: '/' } });
    const picture = await client.callTool({ name: 'getScreenshot', arguments: {} });
    expect(picture).toMatchObject({ content: [{ type: 'image', mimeType: 'image/jpeg' }, {}] });
    const testId = await runner.write(slow);
    const told: number[] = [];
    const run = { name: 'runTest', arguments: { testId, wait: 25 } };
    const done = await client.callTool(run, undefined, { onprogress: ({ progress }) => told.push(progress) });
    expect(JSON.stringify(done)).toContain('passed');
    expect(told.length).toBeGreaterThan(0);
    await client.close();
  });
});
