import { planDebugging } from '../../runs/plan-debugging.ts';
import type { RunRequest } from '../../runs/plan-run.ts';
import { startRun } from '../../runs/start-run.ts';
import type { ToolContext } from '../define-tool.ts';
import { idesOf } from './ide-window.ts';
import { runReply, waitForRun } from './run-status.ts';

interface Waiting {
  /** Seconds. */
  wait?: number | undefined;
  /** When the call came. */
  startedAt: number;
  breakpoints?: 'honour' | 'ignore' | undefined;
}

/** Starts a run and answers how it stands, at once, at its end, when it is paused, or when the time is over. */
export async function runAndWait(context: ToolContext, request: RunRequest, waiting: Waiting) {
  const { project, bridge, apps, log, actor } = context;
  const { wait = 0, startedAt, breakpoints = 'honour' } = waiting;
  const debugging = planDebugging(project, { ...request, breakpoints, interactive: idesOf(context).length > 0 });
  const starting = { project, startedBy: actor.name, watchers: [project.runFollowers] };
  const runId = await startRun({ bridge, apps, log }, starting, { ...request, debugging });
  const status = await waitForRun(context, { wait, startedAt });
  return status.runId === runId ? runReply(status) : { runId, state: (await project.runs.read(runId)).state };
}
