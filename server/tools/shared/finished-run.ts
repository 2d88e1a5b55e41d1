import { AppError } from '../../../model/errors/errors.ts';
import { RunId } from '../../../model/names/codes.ts';
import { isFinal } from '../../../model/run/state.ts';
import { createRedactor } from '../../../model/values/redactor.ts';
import { lastFinished, readFinishedRun } from '../../runs/record/read-finished-run.ts';
import type { FinishedRun } from '../../runs/record/run-watcher.ts';
import type { ToolContext } from '../define/define-tool.ts';

export const FinishedRunId = RunId.optional().describe('e.g. r128; default: the last run that has ended');

/**
 * A run as reports are made of it; none named: the last one that has ended.
 * Errors: `not-found`, `no-run`, `run-in-progress`, `damaged-file`.
 */
export async function finishedRun(named: RunId | undefined, { project, bridge }: ToolContext): Promise<FinishedRun> {
  const { runs, store, signIns, projectId } = project;
  const { runId: last, state } = bridge.status(projectId);
  const runId = named ?? (await lastFinished(runs, isFinal(state) ? undefined : last));
  if (runId === undefined)
    throw new AppError('no-run', 'No run has ended yet. Call runTest or runFeatures first.', { next: 'runTest' });
  // The record of a run that goes on here says so late.
  if (last === runId && !isFinal(state))
    throw new AppError('run-in-progress', `Run ${runId} is ${state}; its reports are made when it has ended.`, {
      next: 'getTestStatus',
      facts: { state },
    });
  const redact = createRedactor([...store.secrets.values(), ...signIns.tokens()]);
  return readFinishedRun({ runs, content: store.content, redact }, runId);
}
