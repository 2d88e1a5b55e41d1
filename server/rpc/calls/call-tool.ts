import { once } from 'node:events';
import { z } from 'zod';
import { AppError, isAppError } from '../../../model/errors/errors.ts';
import type { AppWindow } from '../../../model/protocol/app-window.ts';
import type { Bridge } from '../../../model/protocol/bridge.ts';
import { isRecord } from '../../../model/values/json-value.ts';
import { redactObserved } from '../../../model/values/observed.ts';
import { type Redactor, redactDeep } from '../../../model/values/redactor.ts';
import type { JobProgress } from '../../jobs/progress.ts';
import type { AppAddresses } from '../../runs/plan/app-addresses.ts';
import type { RunLog } from '../../runs/record/run-recorder.ts';
import { checkEdits } from '../../test-management/references.ts';
import { CallerWindows, type WindowUser } from '../../tools/define/caller-windows.ts';
import {
  type Caller,
  type IncomingCall,
  SHARED_FIELDS,
  type Tool,
  type ToolRegistry,
  type WholeContext,
} from '../../tools/define/define-tool.ts';
import type { PageAddress } from '../../tools/define/page-address.ts';
import { noSuchTool, Passed } from '../../tools/tools-of-tools.ts';
import type { RecentCall } from '../../workspace/open-project.ts';
import { type ClosedProject, explainClosed, type OpenProject, type Workspace } from '../../workspace/workspace.ts';

/** The tool itself has yet to check the arguments. */
export interface ToolCall extends IncomingCall {
  tool: Tool;
  /** Undefined only for a tool of the owner that names no open project. */
  projectId: string | undefined;
}

/** Resolves with the output of the tool, or with a `JobTicket`. */
export type PerformTool = (call: ToolCall) => Promise<unknown>;

export interface ToolCallServices {
  registry: ToolRegistry;
  projectIds(): readonly string[];
  closed(): readonly ClosedProject[];
  performTool: PerformTool;
  /** Callers must see this sentence beside the output: why nothing can be written. */
  noticeOf?(projectId: string): string | undefined;
  /** Aborted when the service closes; a caller that goes away cancels nothing. */
  signal: AbortSignal;
}

/** Errors: `invalid-params`. */
export function namedParams(params: unknown): Readonly<Record<string, unknown>> {
  if (params === undefined) return {};
  if (isRecord(params)) return params;
  throw new AppError('invalid-params', '"params" must be an object, not a list.', { field: 'params' });
}

function findTool(name: unknown, registry: ToolRegistry): Tool {
  if (typeof name !== 'string')
    throw new AppError(
      'invalid-params',
      `"params.name" must be the name of a tool, not ${JSON.stringify(name) ?? 'nothing'}.`,
      {
        field: 'params.name',
        expected: 'the name of a tool, as tools/list gives it',
      },
    );
  const tool = registry.get(name);
  if (tool === undefined) throw noSuchTool(name, registry, { kind: 'method-not-found', field: 'params.name' });
  return tool;
}

const Passing = z.strictObject({ ...SHARED_FIELDS, ...Passed });

type NamedCall = Pick<ToolCall, 'tool' | 'args'>;

const Flat = z.looseObject({ name: z.string() });

function refuseFlat(args: unknown, registry: ToolRegistry): void {
  const { name, ...given } = Flat.safeParse(args).data ?? { name: '' };
  const known = registry.get(name)?.input.shape ?? {};
  const flat = Object.keys(given).filter(key => !Object.hasOwn(Passing.shape, key) && Object.hasOwn(known, key));
  if (flat.length === 0) return;
  const words = flat.map(key => `"${key}"`).join(', ');
  throw new AppError('invalid-params', `Give the parameters of ${name} (${words}) inside "arguments".`, {
    field: 'arguments',
    expected: JSON.stringify({ name, arguments: Object.fromEntries(flat.map(key => [key, '…'])) }),
  });
}

/** Errors: `invalid-params` for an unknown name. */
export function resolveCall(call: NamedCall, registry: ToolRegistry): NamedCall {
  if (call.tool.name !== 'useTool') return call;
  const passing = Passing.safeParse(call.args).data;
  if (passing === undefined) {
    refuseFlat(call.args, registry);
    return call;
  }
  const { name, arguments: args = {}, ...shared } = passing;
  const tool = registry.get(name);
  if (tool === undefined) throw noSuchTool(name, registry, { kind: 'invalid-params', field: 'name' });
  return { tool, args: { ...shared, ...args } };
}

function checkScope(tool: Tool, { access, actor, projectId }: Caller): void {
  if (access === 'owner' && projectId !== undefined && tool.reach === 'workspace')
    throw new AppError(
      'forbidden',
      `${tool.name} is for people at the machine itself; you are signed in to one project.`,
    );
  if (access === 'owner') return;
  if (tool.scope === 'owner')
    throw new AppError('forbidden', `${tool.name} is for people alone: use the page or the command line.`);
  if (tool.scope === 'write' && access === 'read')
    throw new AppError('forbidden', `${tool.name} needs write access; the token "${actor.name}" may only read.`, {
      next: 'Use a token with access "write".',
      facts: { requiredAccess: 'write' },
    });
}

type ProjectLists = Pick<ToolCallServices, 'projectIds' | 'closed'>;

/** A token has one project; the owner may leave it out where there is only one. */
function chooseProject(tool: Tool, args: unknown, { projectId: own }: Caller, services: ProjectLists) {
  const open = services.projectIds();
  const given = isRecord(args) ? args.projectId : undefined;
  if (own !== undefined) {
    if (typeof given === 'string' && given !== own)
      throw new AppError('forbidden', `You may use the project "${own}", not ${JSON.stringify(given.slice(0, 100))}.`, {
        field: 'projectId',
        expected: `"${own}", or left out`,
      });
    return own;
  }
  const only = open.length === 1 ? open[0] : undefined;
  const wanted = typeof given === 'string' ? given : only;
  if (wanted !== undefined && open.includes(wanted)) return wanted;
  // What needs no project is performed; any other call needs to know which there are.
  if (tool.scope === 'owner') return wanted;
  throw noSuchProject(wanted, open, services.closed());
}

function noSuchProject(
  wanted: string | undefined,
  open: readonly string[],
  closed: readonly ClosedProject[],
): AppError {
  const found = closed.find(({ projectId }) => projectId === wanted);
  if (found !== undefined) return explainClosed(found);
  const there = open.length === 0 ? 'No project is open.' : `Projects: ${open.join(', ')}.`;
  const field = 'projectId';
  return wanted === undefined
    ? new AppError('invalid-params', `"projectId" is missing. ${there}`, { field })
    : new AppError('not-found', `No project ${JSON.stringify(wanted.slice(0, 100))}. ${there}`, { field });
}

/** Errors: `method-not-found`, `forbidden`, `invalid-params`, `not-found`, `stopped`, and those of the tool. */
export async function callTool(
  call: IncomingCall,
  services: ToolCallServices,
): Promise<{ tool: Tool; output: unknown; notice: string | undefined }> {
  const { name, arguments: given = {} } = namedParams(call.args);
  const { tool, args } = resolveCall({ tool: findTool(name, services.registry), args: given }, services.registry);
  checkScope(tool, call.caller);
  const projectId = chooseProject(tool, args, call.caller, services);
  if (services.signal.aborted) throw new AppError('stopped', 'The service is closing.');
  const output = await services.performTool({ ...call, tool, args, projectId });
  return { tool, output, notice: projectId === undefined ? undefined : services.noticeOf?.(projectId) };
}

export const noticeContent = (notice: string | undefined) =>
  notice === undefined ? [] : [{ type: 'text', text: notice }];

/** The calls have the rights of the caller, but not its time limit. */
export const callerContext = (call: IncomingCall & { services: ToolCallServices }) => ({
  call: async (name: string, args: object): Promise<unknown> =>
    (await callTool({ ...call, timeUp: undefined, args: { name, arguments: args } }, call.services)).output,
});

type Ties = Pick<IncomingCall, 'signal' | 'report'>;

/** The signal is the call's own, so that the call can go on without the caller. */
interface FollowedCall extends Ties {
  progress(): JobProgress | undefined;
  cancel(): void;
  letGo(): void;
}

function followCall(caller: Ties): FollowedCall {
  const controller = new AbortController();
  const follow = () => controller.abort(caller.signal.reason);
  if (caller.signal.aborted) follow();
  caller.signal.addEventListener('abort', follow, { once: true });
  let last: JobProgress | undefined;
  let isFollowed = true;
  return {
    signal: controller.signal,
    report: progress => {
      last = progress;
      if (isFollowed) caller.report(progress);
    },
    progress: () => last,
    cancel: () => controller.abort(),
    letGo: () => {
      isFollowed = false;
      caller.signal.removeEventListener('abort', follow);
    },
  };
}

interface PerformServices {
  workspace: Workspace;
  bridge: Bridge;
  /** Default: of callers that never end a session. */
  windows?: CallerWindows | undefined;
  apps: AppAddresses;
  page: PageAddress;
  log: RunLog;
}

export const userOf = ({ actor, access, session }: Caller): WindowUser => ({
  actorId: actor.id,
  name: actor.name,
  session: session ?? actor.ideId,
  isPerson: access === 'owner',
});

/** The windows of the project of a call, for its caller. */
function windowsOfCaller(
  windows: CallerWindows,
  caller: Caller,
  projectId: string | undefined,
): WholeContext['windows'] {
  const user = userOf(caller);
  const id = projectId ?? '';
  return {
    get current() {
      return windows.nameFor(id, user);
    },
    take: wanted => windows.take(id, user, wanted),
    release: () => windows.release(id, user),
    list: () => windows.list(id, user),
    close: name => windows.close(id, name, user.name),
  };
}

/** Whoever signed in to one project, or shows a token, may be anywhere. */
export const isPersonHere = ({ access, projectId }: Caller): boolean => access === 'owner' && projectId === undefined;

const withoutEnd = (bridge: Bridge): CallerWindows =>
  new CallerWindows({ bridge, idleMs: () => Number.POSITIVE_INFINITY });

/** The same for every door; observed texts of the reply are masked. */
export function createPerformTool(services: PerformServices): PerformTool {
  const { workspace, windows = withoutEnd(services.bridge), apps, page, log } = services;
  return async ({ tool, args, projectId, caller, timeUp, signal, report }) => {
    const { actor, access } = caller;
    const isAtMachine = isPersonHere(caller);
    // Whoever has just pulled or edited files asks about what is in them now.
    const project = projectId === undefined ? undefined : workspace.project(projectId);
    const note = noteEnd({ tool: tool.name, by: access === 'owner' ? 'owner' : actor.name });
    await project?.settled();
    const own = windowsOfCaller(windows, caller, projectId);
    const bridge = services.bridge.inWindow(own.current);
    const look = windowLook(bridge, project);
    const call = followCall({ signal, report: masked(report, look.redactor) });
    const context: WholeContext = {
      get project() {
        return openProjectOf(workspace, projectId);
      },
      workspace,
      bridge,
      windows: own,
      appWindow: actor => look.at(openProjectOf(workspace, projectId).projectId, actor),
      apps,
      page,
      log,
      actor: isAtMachine ? actor : { ...actor, check: project && checkEdits(project.testManagement.own) },
      access,
      isAtMachine,
      signal: call.signal,
      report: call.report,
    };
    const work = tool.call(args, context).then(
      output => redactObserved(tool.output, output, look.redactor()),
      error => Promise.reject(redactError(error, look.redactor())),
    );
    // The caller's signal may outlive the call by far.
    work.then(call.letGo, call.letGo);
    // A client that watches the calls would soon see only its own.
    const noted = (outcome: string) =>
      tool.name !== 'getRecentCalls' && project?.recentCalls.add(note(outcome), access !== 'owner');
    work.then(() => 'ok', outcomeOf).then(noted, () => {});
    const jobs = projectId === undefined ? undefined : workspace.project(projectId)?.jobs;
    // People wait for theirs, some of which close the project that would keep the job.
    if (timeUp === undefined || jobs === undefined || tool.scope === 'owner') return work;
    if (!(await outlasts(work, timeUp))) return work;
    call.letGo();
    const { progress, cancel } = call;
    return jobs.adopt({ tool: tool.name, actorId: actor.id, idempotencyKey: keyOf(args), work, progress, cancel });
  };
}

const outcomeOf = (error: unknown): string => (isAppError(error) ? error.kind : 'internal');

/** What was typed into password fields is masked only for calls that looked at the app window. */
function windowLook(bridge: Bridge, project: OpenProject | undefined) {
  let isTaken = false;
  return {
    at(projectId: string, actor: string | undefined): AppWindow {
      isTaken = true;
      return bridge.app(projectId, actor);
    },
    redactor(): Redactor {
      if (project === undefined) return text => text;
      return isTaken ? project.redactTyped(bridge.app(project.projectId).typedPasswords()) : project.redact;
    },
  };
}

const masked =
  (report: IncomingCall['report'], redactor: () => Redactor): IncomingCall['report'] =>
  ({ message, ...rest }) =>
    report({ ...rest, ...(message === undefined ? {} : { message: redactor()(message) }) });

/** These facts were observed, so they may hold secrets; the others are words for programs. */
const OBSERVED_FACTS: ReadonlySet<string> = new Set(['log', 'candidates', 'url', 'title']);

/** The field and the next step are no secrets. */
function redactError(error: unknown, redact: Redactor): unknown {
  if (!isAppError(error)) return error;
  const { facts } = error.detail;
  const shown = Object.entries(facts ?? {}).map(([name, fact]) => [
    name,
    OBSERVED_FACTS.has(name) ? redactDeep(fact, redact) : fact,
  ]);
  const detail = {
    ...error.detail,
    ...(facts === undefined ? {} : { facts: Object.fromEntries(shown) }),
    cause: error,
  };
  return new AppError(error.kind, redact(error.message), detail);
}

function noteEnd(call: Pick<RecentCall, 'tool' | 'by'>): (outcome: string) => RecentCall {
  const at = new Date().toISOString();
  const startedAt = performance.now();
  return outcome => ({ at, ...call, ms: Math.round((performance.now() - startedAt) * 10) / 10, outcome });
}

const TIME_UP = Symbol('time up');

async function outlasts(work: Promise<unknown>, timeUp: AbortSignal): Promise<boolean> {
  const end = timeUp.aborted ? TIME_UP : once(timeUp, 'abort').then(() => TIME_UP);
  return (await Promise.race([work, end])) === TIME_UP;
}

function keyOf(args: unknown): string | undefined {
  const key: unknown = typeof args === 'object' && args !== null ? Reflect.get(args, 'idempotencyKey') : undefined;
  return typeof key === 'string' ? key : undefined;
}

/** Errors: `invalid-params` when no project is named, `not-found`. */
export function openProjectOf(workspace: Workspace, projectId: string | undefined): OpenProject {
  const project = projectId === undefined ? undefined : workspace.project(projectId);
  if (project !== undefined) return project;
  const ids = workspace.projects().map(open => open.projectId);
  throw noSuchProject(projectId, ids, workspace.closed());
}
