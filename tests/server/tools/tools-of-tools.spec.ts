import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { createToolRegistry } from '../../../server/tools/index.ts';
import { useRunner } from '../../ide-bridge/runner/runner-fixture.ts';
import type { ApiClient } from '../../support/running-steploom.ts';
import { LEGACY, McpClient } from '../rpc/mcp-client.ts';

const runner = useRunner({ '/': '<title>Page</title><h1>Home</h1>' });
const tools = [...createToolRegistry().values()];

const Listed = z.object({
  name: z.string(),
  description: z.string(),
  inputSchema: z.record(z.string(), z.unknown()),
  annotations: z.record(z.string(), z.boolean()),
});
const Found = z.object({
  tools: z.array(Listed),
  names: z.record(z.string(), z.array(z.string())).optional(),
  omitted: z.string().optional(),
});
const Listing = z.object({ result: z.object({ tools: z.array(Listed) }) });

const find = async (args: object, client: ApiClient = runner.app.client) => client.call('findTools', args, Found);

async function listed(client: ApiClient, query = '') {
  const response = await fetch(`${client.apiUrl}${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${client.token}` },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  return Listing.parse(await response.json()).result.tools;
}

const mcp = () => new McpClient({ url: runner.app.client.apiUrl, token: runner.app.client.token });

describe('findTools', () => {
  it.each(['read', 'write'] as const)(
    'findTools tells a %s token the whole schema of each tool that it may call',
    async access => {
      const client = await runner.app.clientWith(access);
      const whole = await listed(client, '?tools=all');
      const { names = {} } = await find({}, client);
      expect(Object.values(names).flat().toSorted()).toEqual(whole.map(({ name }) => name).toSorted());
      for (const tool of whole) expect((await find({ text: tool.name }, client)).tools).toEqual([tool]);
    },
  );

  it('findTools finds tools by what they are to do, and all of a group', async () => {
    const nameOfFirst = async (text: string) => (await find({ text })).tools[0]?.name;
    expect(await nameOfFirst('copy tests to another version')).toBe('copyTests');
    expect(await nameOfFirst('undo the last edit')).toBe('undo');
    expect(await nameOfFirst('network requests of the page')).toBe('getNetworkLog');
    const { tools: some, omitted = '' } = await find({ group: 'features' });
    const names = tools.filter(({ group, scope }) => group === 'features' && scope !== 'owner').map(({ name }) => name);
    expect(some.length).toBeGreaterThan(4);
    expect(names).toEqual(expect.arrayContaining(some.map(({ name }) => name)));
    if (some.length < names.length) expect(omitted).toContain(names[some.length]);
  });

  it('findTools names the tools there are when nothing fits', async () => {
    const { tools: none, names } = await find({ text: 'xylophone' });
    expect(none).toEqual([]);
    expect(names?.runs).toContain('getRuns');
  });
});

describe('useTool', () => {
  it.each(['read', 'write'] as const)('useTool refuses a %s token as each tool itself does', async access => {
    const client = await runner.app.clientWith(access);
    for (const { name } of tools.filter(tool => tool.name !== 'useTool')) {
      const args = { noSuchParameter: 1 };
      const direct = await client.failure(name, args);
      expect([name, await client.failure('useTool', { name, arguments: args })]).toEqual([name, direct]);
    }
  });

  it('useTool does what the tool does, for the project and version that are named beside it', async () => {
    const use = (name: string, args?: object) => runner.call('useTool', { name, arguments: args, versionId: 'main' });
    await use('createModule', { name: 'By the way' });
    expect(await use('getModules')).toEqual(await runner.call('getModules'));
    expect(JSON.stringify(await use('getRecentCalls').catch(String))).toContain('for people alone');
    const search = { text: 'By the way' };
    expect(await use('search', search)).toEqual(await runner.call('search', search));
  });

  it('useTool tells an MCP client which tool it called, and whether that only reads or destroys', async () => {
    const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
    const meta = { 'steploom/tool': { name: 'getModules', annotations } };
    const call = { name: 'useTool', arguments: { name: 'getModules' } };
    expect((await mcp().legacy('tools/call', call)).result?._meta).toEqual(meta);
    expect((await mcp().modern('tools/call', call)).result?._meta).toMatchObject(meta);
    const direct = await mcp().legacy('tools/call', { name: 'getModules', arguments: {} });
    expect(direct.result).not.toHaveProperty('_meta');
  });

  it('useTool refuses itself and names that no tool has', async () => {
    const { failure } = runner.app.client;
    const ask = (name: string, args?: object) => failure.call(runner.app.client, 'useTool', { name, arguments: args });
    expect(await ask('useTool', { name: 'getModules' })).toMatchObject({ code: -32602 });
    expect(await ask('getModule')).toMatchObject({ code: -32602, message: expect.stringContaining('"getModules"') });
    const { result } = await mcp().legacy('tools/call', { name: 'useTool', arguments: { name: 'getModule' } });
    expect(result).toMatchObject({ isError: true });
  });

  test('useTool passes on pictures, and the progress of a run', { tags: ['full'] }, async () => {
    await runner.call('navigateUrl', { url: '/' });
    const picture = { name: 'getScreenshot', arguments: {} };
    const { result } = await mcp().legacy('tools/call', { name: 'useTool', arguments: picture });
    expect(result).toMatchObject({ content: [{ type: 'image', mimeType: 'image/jpeg' }, { type: 'text' }] });
    const testId = await runner.write([
      { type: 'visit', url: '/' },
      { type: 'wait', until: 'time', value: 2_000 },
    ]);
    const run = { name: 'runTest', arguments: { testId, wait: 25 } };
    const params = { name: 'useTool', arguments: run, _meta: { progressToken: 'p1' } };
    const response = await mcp().post({ method: 'tools/call', params }, { 'mcp-protocol-version': LEGACY });
    const text = await response.text();
    expect(text).toContain('notifications/progress');
    expect(text).toContain('passed');
  });
});
