import { AppError, isAppError } from '../../model/errors/errors.ts';
import type { Bridge } from '../../model/protocol/bridge.ts';
import { followCall } from '../jobs/follow-call.ts';
import { untilAborted } from '../process/until-aborted.ts';
import type { PerformTool } from '../rpc/calls/call-tool.ts';
import type { AppAddresses } from '../runs/plan/app-addresses.ts';
import type { RunLog } from '../runs/record/run-recorder.ts';
import { checkEdits } from '../test-management/check-edit.ts';
import type { ToolContext } from '../tools/define/define-tool.ts';
import type { PageAddress } from '../tools/define/page-address.ts';
import type { RecentCall } from '../workspace/recent-calls.ts';
import { explainClosed, type OpenProject, type Workspace } from '../workspace/workspace.ts';

interface Parts {
  workspace: Workspace;
  bridge: Bridge;
  apps: AppAddresses;
  page: PageAddress;
  log: RunLog;
}

/** Gives a tool what it may use, and calls it: the same for every door. */
export function createPerformTool({ workspace, bridge, apps, page, log }: Parts): PerformTool {
  return async ({ tool, args, projectId, actor, access, isAtMachine, timeUp, signal, report = () => {} }) => {
    // Whoever has just pulled or edited files asks about what is in them now.
    const project = projectId === undefined ? undefined : workspace.project(projectId);
    const note = noteEnd({ tool: tool.name, by: access === 'owner' ? 'owner' : actor.name });
    await project?.settled();
    const call = followCall({ signal, report });
    const context: ToolContext = {
      get project() {
        return openProjectOf(workspace, projectId);
      },
      workspace,
      bridge,
      apps,
      page,
      log,
      actor: isAtMachine ? actor : { ...actor, check: project && checkEdits(project.testManagement.own) },
      access,
      isAtMachine,
      signal: call.signal,
      report: call.report,
    };
    const work = tool.call(args, context);
    // The caller's signal may outlive the call by far.
    work.then(call.letGo, call.letGo);
    // Whoever watches the calls would soon see nothing but the watching.
    const noted = (outcome: string) => tool.name !== 'getRecentCalls' && project?.recentCalls.add(note(outcome));
    work.then(
      () => noted('ok'),
      (error: unknown) => noted(isAppError(error) ? error.kind : 'internal'),
    );
    const jobs = projectId === undefined ? undefined : workspace.project(projectId)?.jobs;
    // People wait for theirs, some of which close the project that would keep the job.
    if (timeUp === undefined || jobs === undefined || tool.scope === 'owner') return work;
    if ((await Promise.race([work, untilAborted(timeUp).then(() => TIME_UP)])) !== TIME_UP) return work;
    call.letGo();
    const { progress, cancel } = call;
    return jobs.adopt({ tool: tool.name, actorId: actor.id, idempotencyKey: keyOf(args), work, progress, cancel });
  };
}

/** Begins with the call; the end makes it what those are told who look after the project. */
function noteEnd(call: Pick<RecentCall, 'tool' | 'by'>): (outcome: string) => RecentCall {
  const at = new Date().toISOString();
  const startedAt = performance.now();
  return outcome => ({ at, ...call, ms: Math.round((performance.now() - startedAt) * 10) / 10, outcome });
}

const TIME_UP = Symbol('time up');

function keyOf(args: unknown): string | undefined {
  const key: unknown = typeof args === 'object' && args !== null ? Reflect.get(args, 'idempotencyKey') : undefined;
  return typeof key === 'string' ? key : undefined;
}

/** Errors: `invalid-params` when no project is named, `not-found`. */
export function openProjectOf(workspace: Workspace, projectId: string | undefined): OpenProject {
  const ids = workspace.projects().map(project => project.projectId);
  const there = ids.length === 0 ? 'No project is open.' : `Projects: ${ids.join(', ')}.`;
  if (projectId === undefined)
    throw new AppError('invalid-params', `"projectId" is missing. ${there}`, { field: 'projectId' });
  const project = workspace.project(projectId);
  if (project !== undefined) return project;
  const closed = workspace.closed().find(other => other.projectId === projectId);
  if (closed !== undefined) throw explainClosed(closed);
  throw new AppError('not-found', `No project "${projectId}". ${there}`, { field: 'projectId' });
}
