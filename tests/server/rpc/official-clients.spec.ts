import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ProjectId } from '../../../model/names/codes.ts';
import { DEFAULT_TOOLS } from '../../../server/rpc/calls/list-tools.ts';
import { useRunner } from '../../ide-bridge/runner/runner-fixture.ts';
import {
  connectOfficial,
  OFFICIAL_CLIENTS,
  type OfficialClientKind,
  REVISIONS,
} from '../../support/official-clients.ts';
import { startRelay } from '../../support/relay.ts';

const runner = useRunner({ '/': '<title>Page</title><h1>Home</h1><button>Order</button>' });

const connect = async (kind: OfficialClientKind, access: 'read' | 'write' = 'write') => {
  const { apiUrl: url, token } = await runner.app.clientWith(access);
  return connectOfficial(kind, { url, token });
};

const Content = z.object({
  isError: z.boolean().optional(),
  content: z.array(z.object({ type: z.string(), text: z.string().optional(), mimeType: z.string().optional() })),
});
const read = (result: unknown) => {
  const { content, isError = false } = Content.parse(result);
  return { isError, text: content.map(({ text = '' }) => text).join('') };
};

const refusalOf = async (work: Promise<unknown>): Promise<string> => {
  const outcome = await work.then(
    value => JSON.stringify(value),
    (error: unknown) => error,
  );
  if (!(outcome instanceof Error)) throw new Error(`It did not fail: ${outcome}`);
  return `${outcome.name} ${JSON.stringify(outcome)} ${outcome.message}`;
};

describe.each(OFFICIAL_CLIENTS)('the official client %s', kind => {
  test('an official client connects, gets instructions and lists the tools that its token may use', async () => {
    await using writer = await connect(kind);
    expect(writer.serverName()).toBe('steploom');
    expect(writer.instructions()).toContain('Recipe for a test');
    const { tools } = await writer.listTools();
    expect(tools.map(({ name }) => name)).toContain('createTest');
    expect(tools.filter(({ name }) => !DEFAULT_TOOLS.has(name))).toEqual([]);

    await using reader = await connect(kind, 'read');
    expect(reader.instructions()).toContain('Your token may read');
    const names = (await reader.listTools()).tools.map(({ name }) => name);
    expect(names).toContain('getTests');
    expect(names).not.toContain('createTest');
  });

  test('an official client creates a module and gets its mistakes explained in words', async () => {
    await using client = await connect(kind);
    const created = read(await client.callTool({ name: 'createModule', arguments: { name: `Of ${kind}` } }));
    expect(JSON.parse(created.text)).toMatchObject({ module: { name: `Of ${kind}` } });
    const wrong = read(await client.callTool({ name: 'createModule', arguments: { nme: 'x' } }));
    expect(wrong).toEqual({ isError: true, text: expect.stringContaining('"nme"') });
    const missing = read(
      await client.callTool({ name: 'getActions', arguments: { moduleCode: 'm1', testCode: 't99' } }),
    );
    expect(missing).toEqual({ isError: true, text: expect.stringContaining('t99') });
    expect(await refusalOf(client.callTool({ name: 'getModule', arguments: {} }))).toContain('Did you mean');
  });

  test('an official client reads resources and prompts, and is refused unknown ones', async () => {
    await using client = await connect(kind);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain('steploom://guide');
    for (const { uri } of resources.filter(resource => resource.uri !== 'steploom://runs/last'))
      expect(JSON.stringify(await client.readResource(uri))).toContain(uri);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['write-test', 'repair-test', 'link-feature']);
    expect(JSON.stringify(await client.getPrompt('repair-test', { test: 't7' }))).toContain('test t7 fails');
    expect(await refusalOf(client.readResource('steploom://no'))).toContain('steploom://no');
    expect(await refusalOf(client.getPrompt('repair-test', {}))).toContain('missing');
  });

  test('an official client gets pictures, and the progress of a run before its result', { tags: 'full' }, async () => {
    await using client = await connect(kind);
    await client.callTool({ name: 'navigateUrl', arguments: { url: '/' } });
    const picture = Content.parse(await client.callTool({ name: 'getScreenshot', arguments: {} }));
    expect(picture.content[0]).toMatchObject({ type: 'image', mimeType: 'image/jpeg' });
    const testId = await runner.write([
      { type: 'visit', url: '/' },
      { type: 'wait', until: 'time', value: 3_500 },
    ]);
    const told: number[] = [];
    const run = await client.callTool(
      { name: 'runTest', arguments: { testId, wait: 25 } },
      { onprogress: ({ progress }) => told.push(progress) },
    );
    expect(read(run).text).toContain('passed');
    expect(told.length).toBeGreaterThan(0);
    expect(told).toEqual(told.toSorted((left, right) => left - right));
  });

  test('an official client is refused with a reason when its token is read-only, revoked or unknown', async () => {
    await using reader = await connect(kind, 'read');
    const forbidden = await refusalOf(reader.callTool({ name: 'createModule', arguments: { name: 'x' } }));
    expect(forbidden).toMatch(/write/);

    const { apiUrl: url } = runner.app.client;
    const project = runner.app.service.workspace.projects()[0];
    const created = await project?.tokens.create({ name: `revoked ${kind}`, access: 'write' });
    const token = created?.value ?? '';
    await using revoked = await connectOfficial(kind, { url, token });
    await project?.tokens.revoke(`revoked ${kind}`);
    expect(await refusalOf(revoked.callTool({ name: 'getModules' }))).toContain('401');
    for (const wrong of [token, 'svcmcp_0000000000000000000000000000000000000'])
      expect(await refusalOf(connectOfficial(kind, { url, token: wrong }))).toContain('401');
  });

  test('an official client is confined to the project of its token', async () => {
    const { service } = runner.app;
    const projectId = ProjectId.parse(`other-${OFFICIAL_CLIENTS.indexOf(kind)}`);
    const other = await service.workspace.create({ projectId, name: 'Other' });
    await other.tokens.setEnabled(true);
    const { value: token } = await other.tokens.create({ name: 'foreign', access: 'write' });
    await using client = await connectOfficial(kind, { url: runner.app.client.apiUrl, token });
    expect(JSON.parse(read(await client.callTool({ name: 'getModules' })).text)).toMatchObject({ total: 0 });
    const call = { name: 'getModules', arguments: { projectId: 'shop' } };
    expect(read(await client.callTool(call))).toMatchObject({
      isError: true,
      text: expect.stringContaining('may use the project'),
    });
    const outside = { name: 'setIDEUrl', arguments: { url: '/p/shop' } };
    expect(read(await client.callTool(outside))).toMatchObject({
      isError: true,
      text: expect.stringContaining('outside the project'),
    });
    await other.tokens.setEnabled(false);
    expect(await refusalOf(client.callTool({ name: 'getModules' }))).toContain('401');
  });

  test('an official client speaks the newest revision that it knows', async () => {
    const { apiUrl: target, token } = runner.app.client;
    const revisions: unknown[] = [];
    await using relay = await startRelay({
      target,
      onRequest: ({ method, headers }) => method === 'POST' && revisions.push(headers['mcp-protocol-version']),
    });
    await using client = await connectOfficial(kind, { url: relay.url, token });
    await client.listTools();
    expect(revisions.at(-1)).toBe(REVISIONS[kind]);
  });
});
