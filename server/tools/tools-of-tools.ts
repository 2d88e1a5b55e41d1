/** Tools about tools: where a host shows only listed tools, these find and call the others. */
import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import { nearestNames } from '../../model/errors/nearest.ts';
import { defineTool, mayList, SHARED_FIELDS, TOOL_GROUPS, type Tool, type ToolRegistry } from './define/define-tool.ts';
import { takeFitting } from './define/paging.ts';
import { describeWhole } from './define/tool-schema.ts';

const BEST = 5;

const Schema = z.looseObject({ type: z.literal('object') });
const Annotations = z.record(z.string(), z.boolean());

/** Owner tools are not suggested: they are no secret, but the caller cannot use them. */
export function noSuchTool(
  name: string,
  registry: ToolRegistry,
  as: { kind: 'method-not-found' | 'invalid-params'; field: string },
): AppError {
  const names = [...registry.values()].flatMap(tool => (tool.scope === 'owner' ? [] : [tool.name]));
  const close = nearestNames(name, names);
  const hint = close.length === 0 ? '' : ` Did you mean ${close.map(other => `"${other}"`).join(' or ')}?`;
  return new AppError(as.kind, `No tool ${JSON.stringify(name.slice(0, 100))}.${hint}`, {
    field: as.field,
    next: 'findTools lists every tool.',
    facts: close.length === 0 ? undefined : { nearest: close },
  });
}

const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '');

/** The tools that match best by name, words or parameters; an exact name matches alone. */
async function toolsLike(text: string, tools: readonly Tool[]): Promise<Tool[]> {
  const named = tools.find(({ name }) => name.toLowerCase() === text.trim().toLowerCase());
  if (named !== undefined) return [named];
  const { default: Index } = await import('minisearch');
  const index = new Index({
    idField: 'name',
    fields: ['words', 'title', 'summary', 'parameters'],
    tokenize: wordsOf,
    searchOptions: { boost: { words: 4, title: 2, summary: 2 }, prefix: word => word.length > 3, fuzzy: 0.2 },
  });
  index.addAll(
    tools.map(({ name, title, summary, input }) => ({
      ...{ name, words: name, title, summary },
      parameters: Object.keys(input.shape)
        .filter(parameter => !Object.hasOwn(SHARED_FIELDS, parameter))
        .join(' '),
    })),
  );
  return index.search(text).flatMap(({ id }) => tools.find(({ name }) => name === id) ?? []);
}

const namesByGroup = (tools: readonly Tool[]): Record<string, string[]> =>
  Object.fromEntries(
    TOOL_GROUPS.map(group => [group, tools.filter(tool => tool.group === group).map(({ name }) => name)]),
  );

const createFindTools = (registry: ToolRegistry): Tool =>
  defineTool({
    name: 'findTools',
    group: 'project',
    scope: 'read',
    title: 'Find tools',
    summary: 'List tools with their whole schemas, those of this list and all others; useTool calls them.',
    input: {
      text: z.string().min(1).max(200).optional().describe('What it should do, or its name'),
      group: z.enum(TOOL_GROUPS).optional().describe('Without text and group: the names of all'),
    },
    output: z.strictObject({
      tools: z
        .array(
          z.strictObject({
            name: z.string(),
            description: z.string(),
            inputSchema: Schema,
            annotations: Annotations.describe('Whether it only reads, or can destroy something, as in tools/list'),
          }),
        )
        .describe('The best fitting first'),
      names: z.record(z.string(), z.array(z.string())).optional().describe('Of all tools, by group'),
      omitted: z.string().optional().describe('What else matches'),
    }),
    examples: [{ text: 'copy a test to another version' }, { group: 'features' }, {}],
    async run({ text, group }, { access }) {
      const usable = [...registry.values()].filter(tool => mayList(tool, access));
      const asked = usable.filter(tool => group === undefined || tool.group === group);
      const isNarrow = text !== undefined || group !== undefined;
      const found = text === undefined ? asked.filter(() => isNarrow) : await toolsLike(text, asked);
      const views = found
        .map(describeWhole)
        .map(({ name, description, inputSchema, annotations }) => ({ name, description, inputSchema, annotations }));
      const tools = takeFitting(text === undefined ? views : views.slice(0, BEST));
      const rest = found.slice(tools.length).map(({ name }) => name);
      return {
        tools,
        ...(found.length === 0 ? { names: namesByGroup(asked) } : {}),
        ...(rest.length === 0 ? {} : { omitted: `Ask by name for more: ${rest.slice(0, 2 * BEST).join(', ')}.` }),
      };
    },
  });

export const Passed = {
  name: z.string().max(100).describe('Of the tool'),
  arguments: z.record(z.string(), z.unknown()).optional().describe('As its schema says (findTools)'),
};

const useTool = defineTool({
  name: 'useTool',
  group: 'project',
  scope: 'read',
  title: 'Use a tool',
  summary: 'Call any tool by its name, listed or not. It answers and refuses as that tool does.',
  input: Passed,
  output: z.unknown(),
  examples: [{ name: 'search', arguments: { text: 'basket' } }],
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  run() {
    throw new AppError('invalid-params', 'useTool cannot call itself; name the tool that you mean.', { field: 'name' });
  },
});

export const toolsOfTools = (registry: ToolRegistry): Tool[] => [createFindTools(registry), useTool];
