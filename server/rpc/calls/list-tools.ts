import { AppError } from '../../../model/errors/errors.ts';
import { nearestNames } from '../../../model/errors/nearest.ts';
import { mayList, TOOL_GROUPS, type Tool, type ToolRegistry, type ToolScope } from '../../tools/define/define-tool.ts';
import { briefInputSchema, describeWhole, type ListedTool } from '../../tools/define/tool-schema.ts';

/** In order: some hosts show an agent only the first twenty or so, and these six reach all others and do most work. */
const FIRST_TOOLS = ['openIDE', 'performActions', 'getPageElements', 'runTest', 'findTools', 'useTool'] as const;

/** The specification names most of them. */
export const DEFAULT_TOOLS: ReadonlySet<string> = new Set([
  ...FIRST_TOOLS,
  ...['getModules', 'createModule', 'editModule', 'deleteModule'],
  ...['getTests', 'createTest', 'editTest', 'deleteTest'],
  ...['getActions', 'createAction', 'editAction', 'deleteAction'],
  ...['getEnvironments', 'createEnvironment', 'editEnvironment', 'deleteEnvironment', 'provisionEnvironments'],
  ...['getIDEState', 'navigateTo', 'runTest', 'stopTest', 'pauseTest', 'resumeTest', 'getTestStatus', 'getTestResults'],
  ...['getPageInfo', 'getPageElements', 'getScreenshot', 'getConsoleLog'],
  ...['setBreakpoint', 'getBreakpoints', 'clearBreakpoints'],
  ...['getAppUrl', 'navigateUrl', 'refreshPage', 'waitForPageReady', 'getIDEUrl', 'setIDEUrl'],
  ...['getAuthConfig', 'configureAuth'],
]);

/** For authors who pay for every word of the list. */
const LEAN_TOOLS: ReadonlySet<string> = new Set([...FIRST_TOOLS, 'getScreenshot', 'createTest']);

const LEAN_FIELDS: Readonly<Record<string, readonly string[]>> = {
  performActions: ['actions', 'keepAs', 'context'],
  getPageElements: ['filter', 'role', 'within', 'interactiveOnly'],
  getScreenshot: ['fullPage', 'locator'],
  createTest: ['name', 'moduleCode', 'actions', 'parameters'],
  runTest: ['testId', 'scenario', 'parameters', 'wait'],
  openIDE: [],
};

interface ToolListRequest {
  access: ToolScope;
  /** `?tools=` of the address: `all`, `lean`, or groups and names. */
  selection: string | undefined;
}

/** Errors: `invalid-params` for a group or tool that does not exist. */
export type ListTools = (request: ToolListRequest) => readonly ListedTool[];

interface ToolListingOptions {
  registry: ToolRegistry;
  defaultTools?: ReadonlySet<string> | undefined;
}

const isGroup = (word: string): boolean => TOOL_GROUPS.some(group => group === word);

/** The order and number of words make no difference, so there are few selections, and each list is kept. */
function normalise(selection: string | undefined, registry: ToolRegistry): string {
  if (selection === undefined || selection === '') return '';
  const words = selection.split(',').map(word => word.trim());
  const isKnown = (word: string) => ['all', 'lean'].includes(word) || isGroup(word) || registry.has(word);
  const unknown = words.find(word => !isKnown(word));
  if (unknown !== undefined) throw noSuchSelection(unknown, registry);
  if (words.includes('all')) return 'all';
  return words.length === 1 && words[0] === 'lean' ? 'lean' : [...new Set(words)].toSorted().join(',');
}

function noSuchSelection(word: string, registry: ToolRegistry): AppError {
  const names = [...registry.values()].flatMap(({ name, scope }) => (scope === 'owner' ? [] : [name]));
  const close = nearestNames(word, [...TOOL_GROUPS, ...names]);
  const hint = close.length === 0 ? '' : ` Did you mean ${close.map(other => `"${other}"`).join(' or ')}?`;
  const message = `No tool and no group of tools is called ${JSON.stringify(word.slice(0, 100))}.${hint}`;
  return new AppError('invalid-params', message, {
    field: 'tools',
    expected: `all, lean, names of tools, or some of ${TOOL_GROUPS.join(', ')}`,
  });
}

function describeLeanly(tool: Tool, registry: ToolRegistry): ListedTool {
  const { properties, required, ...schema } = briefInputSchema(tool);
  const wanted = LEAN_FIELDS[tool.name];
  const kept = Object.entries(properties).filter(([name]) => wanted?.includes(name) ?? true);
  return {
    ...describeBriefly(tool, registry),
    inputSchema: { ...schema, properties: Object.fromEntries(kept), ...(required === undefined ? {} : { required }) },
  };
}

const describeBriefly = (tool: Tool, registry: ToolRegistry): ListedTool => ({
  name: tool.name,
  title: tool.title,
  description: tool.summary,
  inputSchema: briefInputSchema(tool, creatorOf(tool, registry)),
  annotations: specifiedHints(tool.annotations),
});

const creatorOf = ({ name }: Tool, registry: ToolRegistry): Tool | undefined =>
  name.startsWith('edit') ? registry.get(name.replace('edit', 'create')) : undefined;

/** What MCP assumes is left out; two of the hints do not apply to a tool that only reads. */
function specifiedHints({ readOnlyHint, destructiveHint, idempotentHint, openWorldHint }: Tool['annotations']) {
  return {
    ...(readOnlyHint ? { readOnlyHint } : {}),
    ...(readOnlyHint || destructiveHint ? {} : { destructiveHint }),
    ...(readOnlyHint || !idempotentHint ? {} : { idempotentHint }),
    ...(openWorldHint ? {} : { openWorldHint }),
  };
}

/** Tools of the owner are never listed, those of writers not for readers. */
export function createToolListing({ registry, defaultTools = DEFAULT_TOOLS }: ToolListingOptions): ListTools {
  const lists = new Map<string, readonly ListedTool[]>();
  const places = new Map([...defaultTools].map((name, place) => [name, place]));
  const placeOf = ({ name }: Tool): number => places.get(name) ?? places.size;
  const isSelected = (tool: Tool, selection: string) => {
    if (selection === '') return defaultTools.has(tool.name);
    const words = selection.split(',');
    if (words.includes('lean') && LEAN_TOOLS.has(tool.name)) return true;
    return selection === 'all' || words.includes(tool.group) || words.includes(tool.name);
  };
  const describe = (tool: Tool, selection: string) => {
    if (selection === '') return describeBriefly(tool, registry);
    return selection === 'lean' ? describeLeanly(tool, registry) : describeWhole(tool);
  };

  return ({ access, selection: wanted }) => {
    const selection = normalise(wanted, registry);
    const key = `${access} ${selection}`;
    const known = lists.get(key);
    if (known !== undefined) return known;
    const tools = [...registry.values()].filter(tool => mayList(tool, access) && isSelected(tool, selection));
    tools.sort((left, right) => placeOf(left) - placeOf(right));
    const list = tools.map(tool => describe(tool, selection));
    lists.set(key, list);
    return list;
  };
}
