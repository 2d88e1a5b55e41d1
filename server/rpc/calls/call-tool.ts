import { AppError } from '../../../model/errors/errors.ts';
import { isRecord } from '../../../model/values/is-record.ts';
import type { Redactor } from '../../../model/values/redactor.ts';
import type { ReportProgress } from '../../jobs/progress.ts';
import type { Actor } from '../../store/edits/undo-history.ts';
import type { Tool, ToolScope } from '../../tools/define/define-tool.ts';
import type { ToolRegistry } from '../../tools/define/tool-registry.ts';
import { meantCall, noSuchTool } from '../../tools/tools-of-tools.ts';
import { type ClosedProject, explainClosed } from '../../workspace/workspace.ts';
import type { Caller } from '../access/authenticate.ts';

/** A call that may be made; only its arguments are still to be checked, by the tool. */
export interface ToolCall {
  tool: Tool;
  args: unknown;
  /** Undefined only for a tool of the owner that names no open project. */
  projectId: string | undefined;
  actor: Actor;
  access: ToolScope;
  /** Whether it is a person at the machine itself. */
  isAtMachine: boolean;
  signal: AbortSignal;
  /** Told how far the call is; undefined when nobody asked. */
  report?: ReportProgress | undefined;
  /** Aborted when the caller is to be answered; the call then goes on as a job. Undefined: it may take its time. */
  timeUp?: AbortSignal | undefined;
}

/** Gives a tool its context and calls it. Resolves with its output, or with a `JobTicket`. */
export type PerformTool = (call: ToolCall) => Promise<unknown>;

export interface ToolCallServices {
  registry: ToolRegistry;
  /** Ids of the projects that are open. */
  projectIds(): readonly string[];
  /** Those that could not be opened. */
  closed(): readonly ClosedProject[];
  performTool: PerformTool;
  /** What whoever calls tools of a project must know beside their output: why nothing can be written. */
  noticeOf?(projectId: string): string | undefined;
  /** Aborted when the service closes; a caller that goes away cancels nothing. */
  signal: AbortSignal;
}

interface ToolCallRequest {
  params: object | undefined;
  caller: Caller;
  signal: AbortSignal;
  report?: ReportProgress | undefined;
  timeUp?: AbortSignal | undefined;
}

/** Parameters of a method by name. Errors: `invalid-params`. */
export function namedParams(params: object | undefined): Readonly<Record<string, unknown>> {
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

/** The one project of a token; the owner names any, which may be left out where there is only one. */
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
  // What needs no project is performed; what does says which there are.
  if (tool.scope === 'owner') return wanted;
  const closed = services.closed().find(({ projectId }) => projectId === wanted);
  if (closed !== undefined) throw explainClosed(closed);
  const there = open.length === 0 ? 'No project is open.' : `Projects: ${open.join(', ')}.`;
  if (wanted === undefined)
    throw new AppError('invalid-params', `"projectId" is missing. ${there}`, { field: 'projectId' });
  throw new AppError('not-found', `No project ${JSON.stringify(wanted.slice(0, 100))}. ${there}`, {
    field: 'projectId',
  });
}

/**
 * Performs `tools/call`: tool, scope, project, arguments, then the tool itself, each checked in this order.
 * Errors: `method-not-found`, `forbidden`, `invalid-params`, `not-found`, `stopped`, and those of the tool.
 */
export async function callTool(
  { params, caller, signal, report, timeUp }: ToolCallRequest,
  services: ToolCallServices,
): Promise<{ tool: Tool; output: unknown; notice: string | undefined }> {
  const { name, arguments: given = {} } = namedParams(params);
  const { tool, args } = meantCall({ tool: findTool(name, services.registry), args: given }, services.registry);
  checkScope(tool, caller);
  const projectId = chooseProject(tool, args, caller, services);
  if (services.signal.aborted) throw new AppError('stopped', 'The service is closing.');
  const { actor, access } = caller;
  const isAtMachine = access === 'owner' && caller.projectId === undefined;
  const output = await services.performTool({
    tool,
    args,
    projectId,
    actor,
    access,
    isAtMachine,
    signal,
    report,
    timeUp,
  });
  return { tool, output, notice: projectId === undefined ? undefined : services.noticeOf?.(projectId) };
}

/** A notice as content beside the output of a tool. */
export const noticeContent = (notice: string | undefined, redact: Redactor) =>
  notice === undefined ? [] : [{ type: 'text', text: redact(notice) }];

/** What is made from tools calls them with the rights of the caller, and takes the time that they need. */
export function callerContext(request: ToolCallRequest & { services: ToolCallServices }) {
  const call = async (name: string, args: object): Promise<unknown> =>
    (await callTool({ ...request, timeUp: undefined, params: { name, arguments: args } }, request.services)).output;
  return { call };
}
