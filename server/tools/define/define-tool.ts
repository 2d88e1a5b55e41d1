import { z } from 'zod';
import { AppError, type ErrorKind, refuseAll } from '../../../model/errors/errors.ts';
import { explainEachIssue, fieldPath } from '../../../model/errors/explain-issues.ts';
import { ProjectId, VersionId } from '../../../model/names/codes.ts';
import type { AppWindow } from '../../../model/protocol/app-window.ts';
import type { Bridge } from '../../../model/protocol/bridge.ts';
import { isRecord } from '../../../model/values/json-value.ts';
import type { ReportProgress } from '../../jobs/progress.ts';
import type { AppAddresses } from '../../runs/plan/app-addresses.ts';
import type { RunnableProject } from '../../runs/plan/run-request.ts';
import type { RunLog } from '../../runs/record/run-recorder.ts';
import { KeyedCall } from '../../store/edits/kept-calls.ts';
import type { UndoRequest } from '../../store/edits/undo-history.ts';
import type { OpenProject, Workspace } from '../../workspace/workspace.ts';
import type { OwnWindowView } from './caller-windows.ts';
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

/** `owner` is for people only: the page and the command line. */
export type ToolScope = 'read' | 'write' | 'owner';

type ToolReach = 'project' | 'workspace';

export interface Caller extends Pick<UndoRequest, 'actor'> {
  access: ToolScope;
  /** The token's project; undefined for the owner, who names one in each call. */
  projectId: string | undefined;
  /** Tells apart what calls with the same token: an MCP session. */
  session?: string | undefined;
}

/** A call as it arrived; every layer on its way to the tool is handed this. */
export interface IncomingCall {
  caller: Caller;
  args: unknown;
  /** Aborted when the caller cancels or disconnects, and when the service closes. */
  signal: AbortSignal;
  report: ReportProgress;
  /** Aborted when the caller must be answered; the call then continues as a job. Undefined: no time limit. */
  timeUp?: AbortSignal | undefined;
}

/** Parts of the open project that plan a run, start it, act on the live page and edit a test. */
export type PlanParts = Exclude<keyof RunnableProject, 'projectId' | 'store'>;
export type RunParts = PlanParts | 'breakpoints' | 'runFollowers' | 'url';
export type LiveParts =
  | PlanParts
  | 'listedElements'
  | 'performed'
  | 'redactTyped'
  | 'screenshots'
  | 'testManagement'
  | 'url';
export type EditParts = 'folder' | 'runs' | 'redactTyped';

/** What the tools of each group may use of the open project, beside its store; more does not compile. */
interface GroupParts {
  project: 'jobs' | 'password' | 'recentCalls' | 'tokens' | 'userFiles';
  modules: never;
  tests: EditParts;
  actions: EditParts | LiveParts;
  environments: never;
  ide: RunParts | LiveParts | 'recordings' | 'watched' | 'redact' | 'userFiles';
  authentication: PlanParts;
  features: RunParts | 'redact' | 'testManagement' | 'userFiles';
  runs: PlanParts | 'userFiles' | 'password' | 'redact' | 'redactTyped' | 'runFollowers' | 'url';
}

/** The windows of the project beside the shared one, from where a caller stands. */
interface WindowsOfCaller {
  /** Of the caller; undefined: the shared one. */
  readonly current: string | undefined;
  /** `own`, or a name. Errors: `busy`, which says who has what. */
  take(wanted: string): Promise<{ name: string; opened: boolean }>;
  /** Resolves with the name of the window that the caller had. */
  release(): Promise<string | undefined>;
  list(): OwnWindowView[];
  /** Errors: `not-found`. */
  close(name: string): Promise<void>;
}

/** What a tool may use. It stays small: a tool that needs more calls a function. */
export interface ToolContext<Part extends keyof OpenProject = never>
  extends Pick<Caller & IncomingCall, 'actor' | 'access' | 'signal' | 'report'> {
  project: Pick<OpenProject, 'projectId' | 'store' | Part>;
  workspace: Pick<Workspace, 'folder'>;
  /** In it the caller's own window has the place of the shared one. */
  bridge: Bridge;
  windows: WindowsOfCaller;
  /** Whoever reads texts in it answers without what was typed into its password fields. */
  /** Of the first actor, or of one beside it. Errors: `app-not-open` for somebody who has no window. */
  appWindow(actor?: string): AppWindow;
  apps: AppAddresses;
  page: PageAddress;
  log: RunLog;
  /** Whether the caller is a person at the machine, who may access everything on it. */
  isAtMachine: boolean;
}

/** Tools of projects alone reach other projects. */
type GroupContext<Group extends ToolGroup> = ToolContext<GroupParts[Group]> &
  (Group extends 'project' ? { workspace: Workspace } : unknown);

export type WholeContext = ToolContext<keyof OpenProject> & { workspace: Workspace };

/** Tools that wait answer within this time, shortly before their call would become a job. */
export const ANSWER_WITHIN_MS = 24_000;

export const SHARED_FIELDS = {
  projectId: ProjectId.optional().describe("Project; default: the token's"),
  versionId: VersionId.optional().describe("Version; default: the project's default version"),
};

export const WRITE_FIELDS = {
  idempotencyKey: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Your name for this call: the same call with it again is answered as the first time, and not done twice'),
};

type SharedFields = typeof SHARED_FIELDS & typeof IDE_FIELDS;

export type SharedArguments = z.input<z.ZodObject<SharedFields & typeof WRITE_FIELDS>>;

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
  'isolation',
  'devices',
  'browser',
  'failOn',
  'actor',
  'actors',
  'headed',
]);

interface Hints {
  /** Default: true for read tools, as for `idempotent`. */
  readOnly?: boolean;
  destructive?: boolean;
  idempotent?: boolean;
  openWorld?: boolean;
}

interface ToolRequest<Fields extends z.ZodRawShape, Output extends z.ZodType, Group extends ToolGroup> {
  scope: ToolScope;
  /** `workspace`: people who may use only one project are refused. Default: project. */
  reach?: ToolReach;
  title: string;
  /** Under 300 characters; its first sentence is a verb phrase. */
  summary: string;
  input?: Fields;
  output: Output;
  errors?: readonly ErrorKind[];
  examples?: readonly Record<string, unknown>[];
  hints?: Hints;
  /** Default: always for the group `ide`, never for the others. */
  needsIde?: IdeNeed;
  /** Whether it takes whole files from elsewhere, in which •••• is not our mask. */
  takesFiles?: boolean;
  /** How MCP clients get the output, where one JSON text does not suit them. */
  present?(output: z.output<Output>, tools: PresentingTools): readonly ContentItem[];
  /** Not a method, whose parameters the compiler compares loosely. */
  run: (
    input: z.output<z.ZodObject<SharedFields>> & z.output<z.ZodObject<Fields>>,
    context: GroupContext<Group>,
  ) => z.input<Output> | Promise<z.input<Output>>;
}

interface PresentingTools {
  get(name: string): Pick<Tool, 'present'> | undefined;
}

/** A part of a reply to MCP clients; pictures and sound are base64. */
export type ContentItem =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | { type: 'resource'; resource: { uri: string; mimeType: string; text: string } };

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
  present?: ((output: unknown, tools: PresentingTools) => readonly ContentItem[]) | undefined;
  /** Only checks the arguments. Errors: `invalid-params`. */
  check(args: unknown): void;
  /** Checks arguments, then performs the tool. Errors: `invalid-params`, and those of the tool. */
  call(args: unknown, context: WholeContext): Promise<unknown>;
}

interface NamedTool<Name extends string, Fields extends z.ZodRawShape, Output extends z.ZodType> extends Tool {
  name: Name;
  /** Arguments of this tool alone, without the shared ones. */
  fields?: Fields | undefined;
  output: Output;
}

/** Makes a tool; everything else (listing, checks, help, docs) is derived from it. */
export function defineTool<
  Name extends string,
  Output extends z.ZodType,
  Group extends ToolGroup,
  Fields extends z.ZodRawShape = Record<never, never>,
>(request: ToolRequest<Fields, Output, Group> & { name: Name; group: Group }): NamedTool<Name, Fields, Output> {
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

export const toolsOf =
  <Group extends ToolGroup>(group: Group) =>
  <Name extends string, Output extends z.ZodType, Fields extends z.ZodRawShape = Record<never, never>>(
    request: ToolRequest<Fields, Output, Group> & { name: Name },
  ): NamedTool<Name, Fields, Output> =>
    defineTool({ ...request, group });

interface CheckedTool {
  run(args: GivenFields, context: WholeContext): unknown;
}

export type ToolRegistry = ReadonlyMap<string, Tool>;

/** Owner tools are in nobody's list, write tools not in that of readers. */
export const mayList = (tool: Tool, access: ToolScope): boolean =>
  tool.scope === 'read' || (tool.scope === 'write' && access !== 'read');

type GivenFields = Readonly<Record<string, unknown>>;

/** Two names of one thing: the schema of a tool lists one of them, and either is accepted. */
const SAME_NAMES: readonly (readonly [string, string])[] = [
  ['testId', 'testCode'],
  ['moduleId', 'moduleCode'],
  ['feature', 'featureCode'],
];
const OTHER_NAME = new Map(SAME_NAMES.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]));

/** Renames arguments to the names that the schema lists. Where both names are given, both stay, to be refused. */
function withListedNames(args: unknown, listed: Readonly<Record<string, unknown>>): unknown {
  if (!isRecord(args)) return args;
  const nameOf = (given: string): string => {
    const other = OTHER_NAME.get(given);
    const isAlias = other !== undefined && !(given in listed) && other in listed && !(other in args);
    return isAlias ? other : given;
  };
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [nameOf(name), value]));
}

/** Arguments that are locators; those of actions may be lists, and mean something else in other tools. */
const LOCATORS = ['locator', 'within'];
const OF_ACTIONS = [...LOCATORS, 'target', 'to', 'fallbacks'];
const MARKS_OF_ACTIONS = ['type', 'actionIndex', 'actionId'];
const ACTIONS = ['action', 'actions', 'edits'];

/** No HTML element has such a name, so it cannot be a selector. */
const REF = /^e\d+$/;

interface ReadRefs {
  locatorOf(ref: string): string | undefined;
  path: readonly (string | number)[];
}

/** Replaces the refs of a page listing by locators. Errors: `not-found` for an unknown ref. */
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
