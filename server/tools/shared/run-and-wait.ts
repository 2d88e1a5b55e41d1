import { planDebugging } from '../../runs/plan/plan-debugging.ts';
import type { RunRequest } from '../../runs/plan/plan-run.ts';
import { startRun } from '../../runs/start-run.ts';
import type { ToolContext } from '../define/define-tool.ts';
import { idesOf } from '../define/ide-window.ts';
import { runEndReply } from './run-end.ts';
import { waitForRun } from './run-status.ts';

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
  // Whoever takes the call back wants nothing more of the run that it waits for.
  using _stopping = onceAborted(context.signal, () => {
    const isOurs = wait > 0 && bridge.status(project.projectId).runId === runId;
    if (isOurs)
      bridge.stopRun(project.projectId, `stopped since ${actor.name} took the call back`).catch(() => undefined);
  });
  const status = await waitForRun(context, { wait, startedAt });
  if (status.runId !== runId) return { runId, state: (await project.runs.read(runId)).state };
  return await runEndReply(context, status);
}

function onceAborted(signal: AbortSignal, work: () => void): Disposable {
  if (signal.aborted) work();
  signal.addEventListener('abort', work, { once: true });
  return { [Symbol.dispose]: () => signal.removeEventListener('abort', work) };
}
