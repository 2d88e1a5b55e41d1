import { AppError } from '../../../model/errors/errors.ts';
import { mayList, TOOL_GROUPS, type Tool, type ToolRegistry, type ToolScope } from '../../tools/define/define-tool.ts';
import { briefInputSchema, describeWhole, type ListedTool } from '../../tools/define/tool-schema.ts';

/** Tools of the default listing: those that the specification names, two that reach all others, and those that save most calls. */
export const DEFAULT_TOOLS: ReadonlySet<string> = new Set([
  ...['getModules', 'createModule', 'editModule', 'deleteModule'],
  ...['getTests', 'createTest', 'editTest', 'deleteTest'],
  ...['getActions', 'createAction', 'editAction', 'deleteAction'],
  ...['getEnvironments', 'createEnvironment', 'editEnvironment', 'deleteEnvironment', 'provisionEnvironments'],
  ...['getIDEState', 'navigateTo', 'runTest', 'stopTest', 'pauseTest', 'resumeTest', 'getTestStatus', 'getTestResults'],
  ...['getPageInfo', 'getPageElements', 'getScreenshot', 'getConsoleLog'],
  ...['setBreakpoint', 'getBreakpoints', 'clearBreakpoints'],
  ...['getAppUrl', 'navigateUrl', 'refreshPage', 'waitForPageReady', 'getIDEUrl', 'setIDEUrl'],
  ...['getAuthConfig', 'configureAuth'],
  ...['findTools', 'useTool', 'openIDE', 'performActions'],
]);

interface ToolListRequest {
  access: ToolScope;
  /** `?tools=` of the address: `all`, or groups; undefined for the default list. */
  selection: string | undefined;
}

/** Errors: `invalid-params` for a group that does not exist. */
export type ListTools = (request: ToolListRequest) => readonly ListedTool[];

interface ToolListingOptions {
  registry: ToolRegistry;
  /** Names of the tools that are listed when nothing else is asked for. */
  defaultTools?: ReadonlySet<string> | undefined;
}

/** The order and number of groups make no difference; so there are few selections, and each is kept. */
function normalise(selection: string | undefined): string {
  if (selection === undefined || selection === '') return '';
  const words = selection.split(',').map(word => word.trim());
  const unknown = words.find(word => word !== 'all' && !TOOL_GROUPS.some(group => group === word));
  if (unknown !== undefined)
    throw new AppError('invalid-params', `No group of tools ${JSON.stringify(unknown.slice(0, 100))}.`, {
      field: 'tools',
      expected: `all, or some of ${TOOL_GROUPS.join(', ')}`,
    });
  return words.includes('all') ? 'all' : TOOL_GROUPS.filter(group => words.includes(group)).join(',');
}

const describeBriefly = (tool: Tool, registry: ToolRegistry): ListedTool => ({
  name: tool.name,
  description: tool.summary,
  inputSchema: briefInputSchema(tool, creatorOf(tool, registry)),
  annotations: tellingHints(tool.annotations),
});

/** createTest for editTest; undefined for all but edit tools. */
const creatorOf = ({ name }: Tool, registry: ToolRegistry): Tool | undefined =>
  name.startsWith('edit') ? registry.get(name.replace('edit', 'create')) : undefined;

/** The hints that differ from what MCP assumes; to a tool that only reads, two of them do not apply. */
function tellingHints({ readOnlyHint, destructiveHint, idempotentHint, openWorldHint }: Tool['annotations']) {
  return {
    ...(readOnlyHint ? { readOnlyHint } : {}),
    ...(readOnlyHint || destructiveHint ? {} : { destructiveHint }),
    ...(readOnlyHint || !idempotentHint ? {} : { idempotentHint }),
    ...(openWorldHint ? {} : { openWorldHint }),
  };
}

/** Derives the listings from the registry; those of the owner are never listed, those of writers not for readers. */
export function createToolListing({ registry, defaultTools = DEFAULT_TOOLS }: ToolListingOptions): ListTools {
  const lists = new Map<string, readonly ListedTool[]>();
  // Some clients show an agent the first few tools only: the ones it needs first come first.
  const places = new Map([...defaultTools].map((name, place) => [name, place]));
  const placeOf = ({ name }: Tool): number => places.get(name) ?? places.size;
  const isSelected = (tool: Tool, selection: string) => {
    if (selection === '') return defaultTools.has(tool.name);
    return selection === 'all' || selection.split(',').includes(tool.group);
  };

  return ({ access, selection: wanted }) => {
    const selection = normalise(wanted);
    const key = `${access} ${selection}`;
    const known = lists.get(key);
    if (known !== undefined) return known;
    const tools = [...registry.values()].filter(tool => mayList(tool, access) && isSelected(tool, selection));
    tools.sort((left, right) => placeOf(left) - placeOf(right));
    const list = tools.map(tool => (selection === '' ? describeBriefly(tool, registry) : describeWhole(tool)));
    lists.set(key, list);
    return list;
  };
}
