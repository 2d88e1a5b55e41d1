import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createToolListing } from '../../../server/rpc/calls/list-tools.ts';
import { createToolRegistry } from '../../../server/tools/index.ts';
import { OWNER_SECRET, startService } from './start-service.ts';

const ListReply = z.object({
  result: z.object({
    tools: z.array(
      z.object({
        name: z.string(),
        title: z.string().optional(),
        description: z.string(),
        inputSchema: z.record(z.string(), z.unknown()),
        annotations: z.record(z.string(), z.boolean()),
      }),
    ),
  }),
});

type App = Awaited<ReturnType<typeof startService>>;

async function list(app: App, query = '', token = app.write) {
  const reply = await app.post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, { query, token });
  return ListReply.parse(reply.body).result.tools;
}

const namesOf = async (...args: Parameters<typeof list>) => (await list(...args)).map(({ name }) => name);

describe('the list of tools', () => {
  it('tools/list returns by default the standard tools that the token may use', async () => {
    await using app = await startService();
    expect(await namesOf(app)).toEqual(['getModules', 'createModule', 'getTests', 'createAction', 'waitForPageReady']);
    expect(await namesOf(app, '', app.read)).toEqual(['getModules', 'getTests', 'waitForPageReady']);
  });

  it('tools/list returns all tools or chosen groups when asked, but never those of the owner', async () => {
    await using app = await startService();
    const all = ['getModules', 'createModule', 'getTests', 'createAction', 'waitForPageReady', 'getRun', 'search'];
    expect(await namesOf(app, '?tools=all')).toEqual(all);
    expect(await namesOf(app, '?tools=all', OWNER_SECRET)).toEqual(all);
    expect(await namesOf(app, '?tools=modules,runs')).toEqual(['getModules', 'createModule', 'getRun']);
    expect(await namesOf(app, '?tools=runs,modules', app.read)).toEqual(['getModules', 'getRun']);
    expect(await namesOf(app, '?tools=authentication')).toEqual([]);
    expect(await namesOf(app, '?tools=')).toEqual(await namesOf(app));
  });

  it('tools/list lists tools by name, beside groups, and says which name is none', async () => {
    await using app = await startService();
    expect(await namesOf(app, '?tools=getTests,getRun')).toEqual(['getTests', 'getRun']);
    expect(await namesOf(app, '?tools=modules,getRun', app.read)).toEqual(['getModules', 'getRun']);
    const reply = await app.post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, { query: '?tools=getRun,getTest' });
    expect(reply.body).toMatchObject({
      error: {
        code: -32602,
        message: expect.stringContaining('"getTest". Did you mean "getTests"'),
        data: { field: 'tools' },
      },
    });
  });

  it('the list begins with what reaches all other tools and does most work, for hosts that show twenty of them', () => {
    const listTools = createToolListing({ registry: createToolRegistry() });
    const first = ['openIDE', 'performActions', 'getPageElements', 'runTest', 'findTools', 'useTool'];
    const names = (selection?: string) => listTools({ access: 'write', selection }).map(({ name }) => name);
    for (const selection of [undefined, 'all', 'lean']) expect(names(selection).slice(0, 6)).toEqual(first);
    const forReaders = listTools({ access: 'read', selection: undefined }).map(({ name }) => name);
    expect(forReaders.slice(0, 3)).toEqual(['getPageElements', 'findTools', 'useTool']);
  });

  it('the lean list holds eight tools in at most 1.6k tokens', () => {
    const listTools = createToolListing({ registry: createToolRegistry() });
    const tools = listTools({ access: 'write', selection: 'lean' });
    expect(tools.map(({ name }) => name).toSorted()).toEqual([
      ...[
        'createTest',
        'findTools',
        'getPageElements',
        'getScreenshot',
        'openIDE',
        'performActions',
        'runTest',
        'useTool',
      ],
    ]);
    expect(JSON.stringify({ tools }).length / 4).toBeLessThan(1_600);
  });

  it('tools/list refuses an unknown group and names the groups that exist', async () => {
    await using app = await startService();
    const reply = await app.post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, { query: '?tools=modules,moduls' });
    expect(reply.body).toMatchObject({
      error: { code: -32602, data: { expected: expect.stringContaining('modules') } },
    });
  });

  it('tools/list returns a single page and refuses a cursor', async () => {
    await using app = await startService();
    const reply = await app.post({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { cursor: 'x' } });
    expect(reply.body).toMatchObject({ error: { code: -32602 } });
    expect((await app.post({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })).text).not.toContain(
      'nextCursor',
    );
  });

  it('tools/list describes the tools of a chosen group completely, with a flat schema', async () => {
    await using app = await startService();
    const tools = await list(app, '?tools=modules');
    expect(tools[1]).toEqual({
      name: 'createModule',
      title: 'createModule',
      description: 'Do what createModule says.',
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          name: { type: 'string', maxLength: 200, description: 'Name' },
          projectId: expect.objectContaining({ type: 'string', pattern: expect.any(String) }),
          versionId: expect.objectContaining({ type: 'string' }),
          idempotencyKey: expect.objectContaining({ type: 'string', maxLength: 200 }),
        },
        required: ['name'],
        additionalProperties: false,
      },
    });
  });

  it('tools/list leaves out shared parameters and fine print by default', async () => {
    await using app = await startService();
    const schemas = Object.fromEntries((await list(app)).map(({ name, inputSchema }) => [name, inputSchema]));
    expect(schemas.getModules).toEqual({ type: 'object', properties: { includeTests: { type: 'boolean' } } });
    expect(schemas.createModule).toEqual({
      type: 'object',
      properties: { name: { type: 'string', description: 'Name' } },
      required: ['name'],
    });
    expect(schemas.createAction).toEqual({
      type: 'object',
      properties: {
        type: { type: 'string' },
        moduleCode: { type: 'string' },
        locator: { type: 'string' },
        value: { type: ['string', 'number'] },
        expected: { anyOf: [{ type: 'object' }, { type: 'array', items: { type: 'object' } }] },
      },
      required: ['type', 'moduleCode'],
    });
  });

  it('a property that is named like a schema keyword keeps its own schema', async () => {
    await using app = await startService();
    const [createAction] = await list(app, '?tools=actions');
    expect(createAction?.inputSchema).toMatchObject({
      properties: {
        pattern: { type: 'string' },
        repeat: { type: 'integer' },
        values: {
          anyOf: [
            { type: 'string' },
            { items: { properties: { pattern: { type: 'string' } }, required: ['pattern'] } },
          ],
        },
      },
    });
    expect(JSON.stringify(createAction)).not.toMatch(/\$ref|\$schema|9007199254740991/);
  });
});
