import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ProjectId } from '../../../model/names/codes.ts';
import { startService } from '../../../server/main.ts';
import { steploom } from '../../support/command-line.ts';
import { connectOfficial, OFFICIAL_CLIENTS } from '../../support/official-clients.ts';
import { type ApiClient, type RunningSteploom, startSteploom } from '../../support/running-steploom.ts';
import { mcpCommand, startMcpCommand } from '../../support/stdio-client.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';
import { LEGACY, modernMeta } from '../rpc/mcp-client.ts';

let folder: TemporaryDirectory;
let service: RunningSteploom;
let writer: ApiClient;
let reader: ApiClient;

beforeAll(async () => {
  folder = await temporaryDirectory();
  await steploom(folder.path, 'init', 'shop');
  service = await startSteploom(folder.path);
  writer = await service.client('shop');
  reader = await service.client('shop', 'read');
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await folder?.[Symbol.asyncDispose]();
});

const start = ({ token }: { token: string } = writer) => startMcpCommand({ workspace: folder.path, token });

const initialize = (revision = LEGACY) => ({
  protocolVersion: revision,
  capabilities: {},
  clientInfo: { name: 'spec', version: '1' },
});

describe.each(OFFICIAL_CLIENTS)('the official client %s over standard input and output', kind => {
  // In the gate one client of each major version; the others go through the same door.
  const tags = ['v1', 'v2'].includes(kind) ? {} : { tags: 'full' as const };

  test('an official client over stdio calls tools, reads resources and gets prompts', tags, async () => {
    const { token } = writer;
    await using client = await connectOfficial(kind, mcpCommand({ workspace: folder.path, token }));
    expect(client.serverName()).toBe('steploom');
    expect(client.instructions()).toContain('Recipe for a test');
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('createTest');
    const name = `Übersicht of ${kind}`;
    expect(JSON.stringify(await client.callTool({ name: 'createModule', arguments: { name } }))).toContain(name);
    expect(await client.callTool({ name: 'createModule', arguments: { nme: 'x' } })).toMatchObject({ isError: true });
    expect(JSON.stringify(await client.readResource('steploom://project'))).toContain(name);
    expect(JSON.stringify(await client.getPrompt('repair-test', { test: 't7' }))).toContain('test t7 fails');
  });

  test('an official client over stdio has only the rights of its token', { tags: 'full' }, async () => {
    const { token } = reader;
    await using client = await connectOfficial(kind, mcpCommand({ workspace: folder.path, token }));
    const names = (await client.listTools()).tools.map(tool => tool.name);
    expect(names).toContain('getTests');
    expect(names).not.toContain('createTest');
    await expect(client.callTool({ name: 'createModule', arguments: { name: 'x' } })).rejects.toThrow('write access');
    await expect(client.callTool({ name: 'getTokens', arguments: {} })).rejects.toThrow('for people alone');
  });
});

describe('steploom mcp', () => {
  test('steploom mcp passes on messages of any revision and prints nothing else', async () => {
    await using client = start();
    expect((await client.ask(1, 'initialize', initialize())).result).toMatchObject({ protocolVersion: LEGACY });
    client.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect((await client.ask(2, 'ping')).result).toEqual({});
    const wrong = await client.ask(3, 'tools/call', { name: 'createModule', arguments: { nme: 'x' } });
    expect(wrong.result).toMatchObject({ isError: true });
    const modern = await client.ask(4, 'resources/read', { uri: 'steploom://guide', _meta: modernMeta() });
    expect(modern.result).toMatchObject({ resultType: 'complete' });
    client.send([
      { jsonrpc: '2.0', id: 5, method: 'tools/list' },
      { jsonrpc: '2.0', id: 6, method: 'nothing' },
    ]);
    expect(await client.end()).toBe(0);
    expect(client.received.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(client.told()).toBe('');
  });

  test('steploom mcp lists the tools of the groups that it is started with', async () => {
    await using client = startMcpCommand({ workspace: folder.path, token: writer.token, tools: 'runs,authentication' });
    const Listing = z.object({ tools: z.array(z.object({ name: z.string() })) });
    const { tools } = Listing.parse((await client.ask(1, 'tools/list')).result);
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['getRuns', 'configureAuth', 'tryAuth']));
    expect(names).not.toContain('getModules');
    expect((await client.ask(2, 'tools/call', { name: 'getModules', arguments: {} })).result).toBeDefined();
  });

  test('steploom mcp answers malformed and oversized messages with an error and goes on', async () => {
    await using client = start();
    client.send('{"jsonrpc":"2.0","id":');
    expect((await client.until(({ error }) => error !== undefined)).error).toMatchObject({ code: -32700 });
    const large = await client.ask(7, 'tools/call', {
      name: 'createModule',
      arguments: { name: 'x'.repeat(3_000_000) },
    });
    expect(large.error).toMatchObject({ code: -32600 });
    expect(await client.ask(8, 'tools/list')).toMatchObject({ id: 8, result: expect.anything() });
  });

  test('steploom mcp finishes open calls when its input ends and stops on SIGTERM', { tags: 'full' }, async () => {
    await using ending = start();
    for (let id = 1; id <= 20; id++)
      ending.send({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'getModules', arguments: {} } });
    expect(await ending.end()).toBe(0);
    expect(ending.received.map(({ id }) => id).toSorted((left, right) => Number(left) - Number(right))).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    await using stopped = start();
    await stopped.ask(1, 'tools/list');
    expect(await stopped.signal('SIGTERM')).toBe(0);
  });

  test('steploom mcp reports a revoked token in the answer and not before', { tags: ['full'] }, async () => {
    const { token } = await service.client('shop');
    const { stdout } = await steploom(folder.path, 'token', 'list', '--project', 'shop');
    const name =
      stdout
        .split('\n')
        .find(line => line.includes(token.slice(-4)))
        ?.split('  ')[0] ?? '';
    await steploom(folder.path, 'token', 'revoke', name, '--project', 'shop');
    await using client = startMcpCommand({ workspace: folder.path, token });
    expect((await client.ask(1, 'initialize', initialize())).error).toMatchObject({
      code: -32000,
      data: { reason: 'unauthorized' },
    });
    client.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    await expect.poll(client.told, { timeout: 20_000 }).toContain('notifications/initialized was refused');
    expect(client.received).toHaveLength(1);
  });
});

test.each([
  ['', 'A token is needed'],
  ['svcmcp_secretsecret', 'is not valid, perhaps mistyped'],
])(
  'steploom mcp answers the first request with what is wrong with the token "%s", then ends',
  async (token, reason) => {
    await using client = start({ token });
    client.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    const { error } = await client.ask(1, 'initialize', initialize());
    expect(error).toMatchObject({
      code: -32000,
      message: expect.stringContaining(reason),
      data: { reason: 'unauthorized', next: expect.stringContaining('steploom token create') },
    });
    expect(await client.end()).toBe(2);
    expect(client.received).toHaveLength(1);
    expect(client.told()).toContain(reason);
    expect(client.told()).toContain('steploom token create');
    expect(JSON.stringify([client.received, client.told()])).not.toContain('secretsecret');
  },
);

test('steploom mcp reaches a service over HTTPS', { tags: ['full'] }, async () => {
  await using secure = await temporaryDirectory();
  const pem = (name: string) => resolve(import.meta.dirname, '../../fixtures/tls', name);
  const tlsFiles = { certFile: pem('own.pem'), keyFile: pem('own.key') };
  const running = await startService({ workspaceFolder: secure.path, port: 0, logLevel: 'silent', tlsFiles });
  try {
    const project = await running.workspace.create({ projectId: ProjectId.parse('shop'), name: 'Shop' });
    await project.tokens.setEnabled(true);
    const { value: token } = await project.tokens.create({ name: 'a', access: 'write' });
    await using client = startMcpCommand({ workspace: secure.path, token });
    const { result } = await client.ask(1, 'tools/call', { name: 'getModules', arguments: {} });
    expect(JSON.stringify(result)).toContain('total');
    expect(running.url).toMatch(/^https:/);
    expect(await client.end()).toBe(0);
  } finally {
    await running.dispose();
  }
});

describe('steploom mcp without a service', () => {
  test('steploom mcp starts one service for all clients, and the client that remains takes it over', {
    tags: 'full',
  }, async () => {
    await using alone = await temporaryDirectory();
    await steploom(alone.path, 'init', 'shop');
    const { stdout } = await steploom(alone.path, 'token', 'create', '--name', 'a', '--access', 'write');
    const workspace = alone.path;
    const token = stdout.trim();
    await using first = startMcpCommand({ workspace, token });
    await using second = startMcpCommand({ workspace, token });
    const call = { name: 'createModule', arguments: { name: 'Sales' } };
    expect((await first.ask(1, 'tools/call', call)).error).toBeUndefined();
    expect((await second.ask(1, 'tools/call', call)).error).toBeUndefined();
    const isOwner = ({ told }: typeof first) => told().includes('runs until the client ends');
    expect([first, second].filter(isOwner)).toHaveLength(1);
    const [owner, guest] = isOwner(first) ? [first, second] : [second, first];
    expect(await owner.end()).toBe(0);

    // The one that is left takes over.
    const list = await guest.ask(2, 'tools/call', { name: 'getModules', arguments: {} });
    expect(JSON.stringify(list.result)).toContain('\\"total\\":2');
    expect(isOwner(guest)).toBe(true);
    expect(await guest.end()).toBe(0);
    const { stdout: local } = await steploom(workspace, 'call', 'getModules');
    expect(z.object({ total: z.number() }).parse(JSON.parse(local)).total).toBe(2);
  });

  test('steploom mcp says so and exits with 2 when there is no project', async () => {
    await using empty = await temporaryDirectory();
    await using client = startMcpCommand({ workspace: empty.path, token: writer.token });
    expect(await client.end()).toBe(2);
    expect(client.received).toEqual([]);
    expect(client.told()).toContain('There are no projects');
  });
});
