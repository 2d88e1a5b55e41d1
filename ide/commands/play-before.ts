import { isUnderWay } from '../../model/run/state.ts';
import type { Ide } from '../app/ide.ts';
import { waitFor } from '../app/store.ts';
import { type RunCall, startRun } from './start-run.ts';

/** The longest a run may take; a person stops one that hangs. */
const LONGEST_RUN_MS = 3_600_000;

export interface PlayedBefore {
  runId: string;
  state: string | undefined;
}

/** Runs what stands before a place in the app window, which shows the page there at the end. */
export async function playBefore(ide: Ide, call: RunCall): Promise<PlayedBefore> {
  const runId = await startRun(ide, call);
  const ended = ({ run }: ReturnType<typeof ide.store.getState>) =>
    run.runId === runId && !isUnderWay(run.state) ? run.state : undefined;
  return { runId, state: await waitFor(ide.store, ended, LONGEST_RUN_MS) };
}
