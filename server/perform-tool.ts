import type { Bridge } from '../model/protocol/bridge.ts';
import { AppError } from '../model/protocol/errors.ts';
import type { PerformTool } from './rpc/call-tool.ts';
import type { AppAddresses } from './runs/app-addresses.ts';
import type { RunLog } from './runs/run-recorder.ts';
import { explainClosed } from './store/closed-project.ts';
import type { OpenProject, Workspace } from './store/workspace.ts';
import type { ToolContext } from './tools/define-tool.ts';

interface Parts {
  workspace: Workspace;
  bridge: Bridge;
  apps: AppAddresses;
  log: RunLog;
}

/** Gives a tool what it may use, and calls it: the same for every door. */
export function createPerformTool({ workspace, bridge, apps, log }: Parts): PerformTool {
  return async ({ tool, args, projectId, actor, signal, report = () => {} }) => {
    // Whoever has just pulled or edited files asks about what is in them now.
    if (projectId !== undefined) await workspace.project(projectId)?.settled();
    const context: ToolContext = {
      get project() {
        return openProjectOf(workspace, projectId);
      },
      workspace,
      bridge,
      apps,
      log,
      actor,
      signal,
      report,
    };
    return tool.call(args, context);
  };
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
