import type { RunId } from '../../../model/project/codes.ts';
import { AppError } from '../../../model/protocol/errors.ts';
import { isFinal } from '../../../model/run/state.ts';
import { createRedactor } from '../../../model/values/redactor.ts';
import { readFinishedRun } from '../../runs/read-finished-run.ts';
import type { FinishedRun } from '../../runs/run-watcher.ts';
import type { ToolContext } from '../define-tool.ts';

/** A run as reports are made of it. Errors: `not-found`, `run-in-progress`, `damaged-file`. */
export async function finishedRun(runId: RunId, { project, bridge }: ToolContext): Promise<FinishedRun> {
  const { runs, store, signIns, projectId } = project;
  const { runId: last, state } = bridge.status(projectId);
  // The record of a run that goes on here says so late.
  if (last === runId && !isFinal(state))
    throw new AppError('run-in-progress', `Run ${runId} is ${state}; its reports are made when it has ended.`, {
      next: 'getTestStatus',
      facts: { state },
    });
  const redact = createRedactor([...store.secrets.values(), ...signIns.tokens()]);
  return readFinishedRun({ runs, content: store.content, redact }, runId);
}
