import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ERRORS } from '../../../model/errors/errors.ts';
import { createToolListing, DEFAULT_TOOLS } from '../../../server/rpc/calls/list-tools.ts';
import { TOOL_GROUPS } from '../../../server/tools/define/define-tool.ts';
import { wholeInputSchema } from '../../../server/tools/define/tool-schema.ts';
import { createToolRegistry } from '../../../server/tools/index.ts';

const registry = createToolRegistry();
const tools = [...registry.values()];
const listTools = createToolListing({ registry });
const list = (access: 'read' | 'write' | 'owner', selection?: string) => listTools({ access, selection });

const VERBS =
  'Add|Call|Remove|Restore|Cancel|Change|Close|Create|Go to|Set|Delete|Do|Get|Link|List|Move|Open|Read|Reload|Rename|Revoke|Run|Stop|Take|Turn|Wait until|Copy|Check|Put|Pause|Resume|Clear|Evaluate|Send|Unpair|Give back';

describe('every tool', () => {
  const named = tools.map(tool => [tool.name, tool] as const);

  it.each(named)('%s says in a few words what it does', (_name, tool) => {
    expect(tool.name).toMatch(/^[a-z][A-Za-z]{1,40}$/);
    expect(tool.title).toMatch(/^[A-Z].{2,60}[^.]$/);
    expect(tool.summary.length).toBeLessThan(300);
    expect(tool.summary).toMatch(new RegExp(`^(${VERBS}) .*\\.$`));
    expect(TOOL_GROUPS).toContain(tool.group);
  });

  it.each(named)('%s describes each parameter in a flat schema', (_name, tool) => {
    const schema = wholeInputSchema(tool);
    const undescribed = Object.entries(schema.properties).filter(
      ([, property]) => !z.looseObject({ description: z.string().min(3) }).safeParse(property).success,
    );
    expect(undescribed.map(([name]) => name)).toEqual([]);
    expect(Object.keys(schema)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(anyOf|oneOf|allOf|\$)/)]));
    expect(JSON.stringify(schema)).not.toMatch(/"\$(ref|defs|schema)"/);
    expect(schema.additionalProperties).toBe(false);
  });

  it.each(named)('%s accepts its own examples', (_name, tool) => {
    expect(tool.examples.length).toBeGreaterThan(0);
    for (const example of tool.examples) expect(() => tool.check(example)).not.toThrow();
  });

  it.each(named)('%s refuses an unknown parameter and names the known ones', (_name, tool) => {
    const [example = {}] = tool.examples;
    expect(() => tool.check({ ...example, colour: 'red' })).toThrow(
      /Unknown parameter "colour"\..* Known: .*projectId/,
    );
  });

  it.each(named)('%s declares only known kinds of errors, each once', (_name, tool) => {
    for (const kind of tool.errors) expect(ERRORS).toHaveProperty([kind]);
    expect(new Set(tool.errors).size).toBe(tool.errors.length);
  });

  it.each(named)('%s has annotations that match its scope, and an idempotency key only if it writes', (_name, tool) => {
    expect('idempotencyKey' in tool.input.shape).toBe(tool.scope === 'write');
    // It may be any of the others, the most harmful too.
    const isAny = tool.name === 'useTool';
    expect(tool.annotations.readOnlyHint).toBe(tool.scope === 'read' && !isAny);
    if (tool.annotations.readOnlyHint)
      expect(tool.annotations).toMatchObject({ destructiveHint: false, idempotentHint: true });
    expect(tool.annotations.destructiveHint).toBe(/^(delete|revoke|clear)/.test(tool.name) || isAny);
  });
});

describe('the registry', () => {
  it('the registry holds each name once, and the default list has every default tool in order', () => {
    expect(new Set(tools.map(tool => tool.name)).size).toBe(tools.length);
    const listed = list('write').map(tool => tool.name);
    expect(listed).toEqual([...DEFAULT_TOOLS]);
  });

  it('owner tools are listed for nobody, and a read token sees only the tools that read', () => {
    const owners = tools.filter(tool => tool.scope === 'owner').map(tool => tool.name);
    expect(owners.length).toBeGreaterThan(3);
    for (const access of ['read', 'write', 'owner'] as const)
      for (const selection of [undefined, 'all', ...TOOL_GROUPS])
        expect(list(access, selection).filter(tool => owners.includes(tool.name))).toEqual([]);
    const forReaders = list('read', 'all').map(tool => tool.name);
    const readers = tools.filter(tool => tool.scope === 'read').map(tool => tool.name);
    expect(forReaders.toSorted()).toEqual(readers.toSorted());
  });

  it('the full tool list gives all four annotations of each tool', () => {
    for (const tool of list('write', 'all'))
      expect(Object.keys(tool.annotations).sort()).toEqual([
        'destructiveHint',
        'idempotentHint',
        'openWorldHint',
        'readOnlyHint',
      ]);
  });

  it('the default list leaves out an annotation only where MCP assumes the same value', () => {
    for (const { name, annotations } of list('write')) {
      const whole = registry.get(name)?.annotations;
      const assumed = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };
      const told = { ...assumed, ...annotations };
      expect(told).toMatchObject({ readOnlyHint: whole?.readOnlyHint, openWorldHint: whole?.openWorldHint });
      if (!told.readOnlyHint) expect(told).toEqual(whole);
    }
  });

  it('the default list stays within its 24 kB', () => {
    const bytes = Buffer.byteLength(JSON.stringify({ tools: list('write') }));
    expect(bytes).toBeLessThan(24_000);
  });

  it('only edit tools may leave a parameter undescribed in the default list', () => {
    for (const { name, inputSchema } of list('write'))
      for (const [parameter, schema] of Object.entries(inputSchema.properties)) {
        const isTold = JSON.stringify(schema).includes('"description"');
        if (!isTold) expect(`${name}.${parameter}`).toMatch(/^edit/);
        expect(schema).toHaveProperty('type');
      }
  });
});
