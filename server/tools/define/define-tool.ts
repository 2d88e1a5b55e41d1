import { z } from 'zod';
import { AppError, type ErrorKind, refuseAll } from '../../../model/errors/errors.ts';
import { explainEachIssue, fieldPath } from '../../../model/errors/explain-issues.ts';
import { ProjectId, VersionId } from '../../../model/names/codes.ts';
import type { Bridge } from '../../../model/protocol/bridge.ts';
import { isRecord } from '../../../model/values/json-value.ts';
import type { ReportProgress } from '../../jobs/progress.ts';
import type { AppAddresses } from '../../runs/plan/app-addresses.ts';
import type { RunLog } from '../../runs/record/run-recorder.ts';
import { KeyedCall } from '../../store/edits/kept-calls.ts';
import type { UndoRequest } from '../../store/edits/undo-history.ts';
import type { OpenProject, Workspace } from '../../workspace/workspace.ts';
import { checkIde, IDE_FIELDS, type IdeNeed } from './ide-window.ts';
import type { PageAddress } from './page-address.ts';
import { refuseMasked } from './refuse-masked.ts';

export const TOOL_GROUPS = [
  'project',
  'modules',
  'tests',
  'actions',
  'environments',
  'ide',
  'authentication',
  'features',
  'runs',
] as const;
export type ToolGroup = (typeof TOOL_GROUPS)[number];

/** `owner` is for people alone: the page and the command line. */
export type ToolScope = 'read' | 'write' | 'owner';

type ToolReach = 'project' | 'workspace';

/** Whoever calls, as far as the door let them in. */
export interface Caller extends Pick<UndoRequest, 'actor'> {
  access: ToolScope;
  /** The token's project; undefined for the owner, who names one in each call. */
  projectId: string | undefined;
}

/** A call as it came in at its door, which everybody on its way to the tool is handed. */
export interface IncomingCall {
  caller: Caller;
  /** Arguments of the method, and then of the tool. */
  args: unknown;
  /** Aborted when the caller takes it back or goes away, and when the service closes. */
  signal: AbortSignal;
  /** Tells a caller that waits how far the call is. */
  report: ReportProgress;
  /** Aborted when the caller is to be answered; the call then goes on as a job. Undefined: it may take its time. */
  timeUp?: AbortSignal | undefined;
}

/** What a tool may use. It stays small: a tool that needs more calls a function. */
export interface ToolContext extends Pick<Caller, 'actor' | 'access'>, Pick<IncomingCall, 'signal' | 'report'> {
  project: OpenProject;
  workspace: Workspace;
  bridge: Bridge;
  apps: AppAddresses;
  page: PageAddress;
  log: RunLog;
  /** Whether a person at the machine calls, who may reach whatever is on it. */
  isAtMachine: boolean;
}

/** Tools that wait answer by themselves within this time, shortly before their call would become a job. */
export const ANSWER_WITHIN_MS = 24_000;

/** Parameters that tools share; left out of the default listing and described once in the instructions. */
export const SHARED_FIELDS = {
  projectId: ProjectId.optional().describe("Project; default: the token's"),
  versionId: VersionId.optional().describe("Version; default: the project's default version"),
};

/** Taken by every tool that writes. */
export const WRITE_FIELDS = {
  idempotencyKey: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Your name for this call: the same call with it again is answered as the first time, and not done twice'),
};

type SharedFields = typeof SHARED_FIELDS & typeof IDE_FIELDS;

/** Arguments that every tool takes besides its own. */
export type SharedArguments = z.input<z.ZodObject<SharedFields & typeof WRITE_FIELDS>>;

/** Names of parameters that the default tool listing leaves out. */
export const SHARED_FIELD_NAMES: ReadonlySet<string> = new Set([
  ...Object.keys(SHARED_FIELDS),
  ...Object.keys(WRITE_FIELDS),
  'ideId',
  'limit',
  'cursor',
  'filter',
  'ifRevision',
  'workers',
  'video',
  'trace',
  'retries',
  'repeatEach',
]);

interface Hints {
  /** Changes nothing. Default: as the scope says. */
  readOnly?: boolean;
  /** Removes or overwrites something. Default: false. */
  destructive?: boolean;
  /** The same call again changes nothing more. Default: true for read tools. */
  idempotent?: boolean;
  /** Reaches pages outside the service. Default: false. */
  openWorld?: boolean;
}

interface ToolRequest<Name extends string, Fields extends z.ZodRawShape, Output extends z.ZodType> {
  name: Name;
  scope: ToolScope;
  /** Whether it looks beyond one project; people who may use only one are refused. Default: project. */
  reach?: ToolReach;
  title: string;
  /** Under 300 characters; its first sentence is a verb phrase. */
  summary: string;
  /** Default: none of its own. */
  input?: Fields;
  output: Output;
  /** Kinds of error beyond those that every tool can give. Default: none. */
  errors?: readonly ErrorKind[];
  /** Default: the call without arguments. */
  examples?: readonly Record<string, unknown>[];
  hints?: Hints;
  /** Whether an IDE must be open. Default: always for the group `ide`, never for the others. */
  needsIde?: IdeNeed;
  /** Whether it takes whole files from elsewhere, in which •••• is not our mask. Default: false. */
  takesFiles?: boolean;
  /** How MCP clients get the output, when one text of JSON does not serve them. */
  present?(output: z.output<Output>, tools: PresentingTools): readonly ContentItem[];
  run(
    input: z.output<z.ZodObject<SharedFields>> & z.output<z.ZodObject<Fields>>,
    context: ToolContext,
  ): z.input<Output> | Promise<z.input<Output>>;
}

interface GroupedRequest<Name extends string, Fields extends z.ZodRawShape, Output extends z.ZodType>
  extends ToolRequest<Name, Fields, Output> {
  group: ToolGroup;
}

/** The other tools, for one whose output holds that of another. */
interface PresentingTools {
  get(name: string): Pick<Tool, 'present'> | undefined;
}

/** A part of what MCP clients get: text, a picture or sound in base64, or what a resource holds. */
export type ContentItem =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | { type: 'resource'; resource: { uri: string; mimeType: string; text: string } };

/** A tool as the registry holds it. */
export interface Tool {
  name: string;
  group: ToolGroup;
  scope: ToolScope;
  reach: ToolReach;
  title: string;
  summary: string;
  input: z.ZodObject;
  output: z.ZodType;
  errors: readonly ErrorKind[];
  examples: readonly Record<string, unknown>[];
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean };
  /** The output as MCP clients get it, when not as one text of JSON. */
  present?: ((output: unknown, tools: PresentingTools) => readonly ContentItem[]) | undefined;
  /** Checks arguments by themselves. Errors: `invalid-params`. */
  check(args: unknown): void;
  /** Checks arguments, then performs the tool. Errors: `invalid-params`, and those of the tool. */
  call(args: unknown, context: ToolContext): Promise<unknown>;
}

/** A tool as those see it who call it by its name: the compiler knows its arguments and its reply. */
interface NamedTool<Name extends string, Fields extends z.ZodRawShape, Output extends z.ZodType> extends Tool {
  name: Name;
  /** Arguments of this tool alone. */
  fields?: Fields | undefined;
  output: Output;
}

/** Makes a tool; everything else (listing, checks, help, docs) is derived from it. */
export function defineTool<
  Name extends string,
  Output extends z.ZodType,
  Fields extends z.ZodRawShape = Record<never, never>,
>(request: GroupedRequest<Name, Fields, Output>): NamedTool<Name, Fields, Output> {
  const writeFields = request.scope === 'write' ? WRITE_FIELDS : {};
  const need = request.needsIde ?? (request.group === 'ide' ? 'always' : 'never');
  const ideFields = need === 'never' ? {} : IDE_FIELDS;
  const input = z.strictObject({ ...SHARED_FIELDS, ...writeFields, ...ideFields, ...request.input });
  const read = (args: unknown): GivenFields => {
    const { data = {}, error } = input.safeParse(args);
    if (error !== undefined) refuseAll(explainEachIssue(error, args, { schema: input }));
    return data;
  };
  const { hints = {}, run: _run, present, needsIde: _needsIde, takesFiles = false, ...rest } = request;
  const { run }: CheckedTool = request;
  return {
    ...rest,
    reach: request.reach ?? 'project',
    errors: request.errors ?? [],
    examples: request.examples ?? [{}],
    input,
    fields: request.input,
    present: present && ((output, tools) => present(request.output.parse(output), tools)),
    annotations: {
      readOnlyHint: hints.readOnly ?? request.scope === 'read',
      destructiveHint: hints.destructive ?? false,
      idempotentHint: hints.idempotent ?? request.scope === 'read',
      openWorldHint: hints.openWorld ?? false,
    },
    check: given => void read(withListedNames(given, input.shape)),
    call: async (given, context) => {
      const { idempotencyKey: key, ...args } = read(
        withLocators(withListedNames(given, input.shape), ref => context.project.listedElements.locatorOf(ref)),
      );
      if (request.scope === 'write' && !takesFiles) refuseMasked(args, () => context.project.store.content);
      if (need !== 'never') await checkIde(context, need, args);
      if (typeof key !== 'string') return run(args, context);
      const { actor } = context;
      const call = new KeyedCall({ actorId: actor.id, key, tool: request.name, args });
      return context.project.replies.once(call, async () => run(args, { ...context, actor: { ...actor, call } }));
    },
  };
}

/** Makes tools of one group, as the file of a noun has them. */
export const toolsOf =
  (group: ToolGroup) =>
  <Name extends string, Output extends z.ZodType, Fields extends z.ZodRawShape = Record<never, never>>(
    request: ToolRequest<Name, Fields, Output>,
  ): NamedTool<Name, Fields, Output> =>
    defineTool({ ...request, group });

/** A tool as it is performed: its arguments are those that its own schema let through. */
interface CheckedTool {
  run(args: GivenFields, context: ToolContext): unknown;
}

/** All tools by name, in the order in which they are listed. Listing, checks, help and docs are derived from it. */
export type ToolRegistry = ReadonlyMap<string, Tool>;

/** Whether a caller hears of a tool: those of the owner are for nobody's list, those of writers not for readers'. */
export const mayList = (tool: Tool, access: ToolScope): boolean =>
  tool.scope === 'read' || (tool.scope === 'write' && access !== 'read');

type GivenFields = Readonly<Record<string, unknown>>;

/** Pairs of names of one thing: the schema of a tool lists one of them, and either is taken. */
const SAME_NAMES: readonly (readonly [string, string])[] = [
  ['testId', 'testCode'],
  ['moduleId', 'moduleCode'],
  ['feature', 'featureCode'],
];
const OTHER_NAME = new Map(SAME_NAMES.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]));

/** Arguments by the names that the schema of a tool lists. Both names of one thing are left, to be refused. */
function withListedNames(args: unknown, listed: Readonly<Record<string, unknown>>): unknown {
  if (!isRecord(args)) return args;
  const nameOf = (given: string): string => {
    const other = OTHER_NAME.get(given);
    const isAlias = other !== undefined && !(given in listed) && other in listed && !(other in args);
    return isAlias ? other : given;
  };
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [nameOf(name), value]));
}

/** The arguments that are a locator; those of actions may be lists, and mean something else in other tools. */
const LOCATORS = ['locator', 'within'];
const OF_ACTIONS = [...LOCATORS, 'target', 'to', 'fallbacks'];
/** An action, or the one to change, is recognised by one of these fields. */
const MARKS_OF_ACTIONS = ['type', 'actionIndex', 'actionId'];
/** The arguments that hold whole actions, or changes of some. */
const ACTIONS = ['action', 'actions', 'edits'];

/** No HTML element has such a name, so it cannot be a selector. */
const REF = /^e\d+$/;

interface ReadRefs {
  locatorOf(ref: string): string | undefined;
  path: readonly (string | number)[];
}

/**
 * Arguments with locators in the place of the short names that a listing of the page gave them.
 * Errors: `not-found` for a name that was not given.
 */
function withLocators(args: unknown, locatorOf: (ref: string) => string | undefined): unknown {
  return isRecord(args) ? ofFields(args, { locatorOf, path: [] }) : args;
}

function ofFields(fields: GivenFields, reading: ReadRefs): GivenFields {
  const names = MARKS_OF_ACTIONS.some(name => name in fields) ? OF_ACTIONS : LOCATORS;
  const changed = Object.entries(fields).map(([name, value]) => {
    const inside = { ...reading, path: [...reading.path, name] };
    if (names.includes(name)) return [name, ofLocators(value, inside)];
    return [name, ACTIONS.includes(name) ? ofActions(value, inside) : value];
  });
  return Object.fromEntries(changed);
}

function ofActions(value: unknown, reading: ReadRefs): unknown {
  if (!Array.isArray(value)) return isRecord(value) ? ofFields(value, reading) : value;
  return value.map((item: unknown, index) =>
    isRecord(item) ? ofFields(item, { ...reading, path: [...reading.path, index] }) : item,
  );
}

function ofLocators(value: unknown, reading: ReadRefs): unknown {
  if (Array.isArray(value))
    return value.map((item: unknown, index) => ofLocators(item, { ...reading, path: [...reading.path, index] }));
  if (typeof value !== 'string' || !REF.test(value)) return value;
  const locator = reading.locatorOf(value);
  if (locator !== undefined) return locator;
  throw new AppError('not-found', `No element was listed as "${value}".`, {
    field: fieldPath('', reading.path),
    expected: 'a ref of getPageElements, or a locator',
    next: 'getPageElements',
  });
}
