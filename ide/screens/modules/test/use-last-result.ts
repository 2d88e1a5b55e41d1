import { useEffect } from 'react';
import { isRefusal } from '../../../app/bridge-client.ts';
import { useIde, useIdeState, useIsConnected } from '../../../app/context.tsx';
import { takeLastResult } from '../../../app/run-updates.ts';
import { openTestOf } from '../../../app/state.ts';
import { isRunning } from '../../../commands/command.ts';

/** A reply without a limit is cut to a size that suits agents. */
const MOST_RESULTS = 3_000;

export function useLastResult(testCode: string): void {
  const { session, store } = useIde();
  const isOpen = useIsConnected();
  const goesOn = useIdeState(isRunning);
  const revision = useIdeState(state => openTestOf(state, testCode)?.revision);
  const cause = useIdeState(({ run, results }) => `${run.runId} ${JSON.stringify(results.changed)}`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it says changes with all of them
  useEffect(() => {
    if (!isOpen || revision === undefined) return;
    const { project } = store.getState();
    session.call('getLastResult', { testCode, limit: MOST_RESULTS }).then(
      ({ last }) => {
        if (store.getState().project?.projectId !== project?.projectId) return;
        store.update(state => takeLastResult(state, testCode, last));
      },
      (error: unknown) => {
        // The editor can do without it, and asks again.
        if (!isRefusal(error)) throw error;
      },
    );
  }, [session, store, testCode, isOpen, goesOn, revision, cause]);
}
