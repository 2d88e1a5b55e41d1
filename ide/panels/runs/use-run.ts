import { useEffect, useState } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import { readTool } from '../../app/session.ts';
import type { IdeState, Loaded } from '../../app/state.ts';
import { RunReply } from './run-reply.ts';

/** More than this would keep the page from being drawn. */
const MOST_RESULTS = 5_000;

/** A long run takes long to read: most of the time is left for other things. */
const REST = 3;
const LEAST_REST_MS = 150;

/** Changes with whatever may have changed in a run. */
const causeOf = ({ run, results, connection }: IdeState, runId: string): string => {
  const { state, done, scenario } = run;
  return run.runId === runId ? `${connection.phase} ${state} ${done} ${scenario} ${results.news}` : connection.phase;
};

/** A run, read anew while it goes on, as often as the service can answer in good time. */
export function useRun(runId: string) {
  const { session } = useIde();
  const [run, setRun] = useState<Loaded<RunReply>>({ phase: 'loading' });
  const [tries, setTries] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [shown, setShown] = useState('');
  const cause = `${useIdeState(state => causeOf(state, runId))} ${tries}`;
  const isWanted = cause.startsWith('open') && shown !== `${runId} ${cause}`;

  useEffect(() => {
    if (isBusy || !isWanted) return;
    setBusy(true);
    const askedAt = performance.now();
    const take = (next: Loaded<RunReply>) => {
      setShown(`${runId} ${cause}`);
      setRun(old => (next.phase === 'failed' && old.phase === 'ready' && old.value.run.runId === runId ? old : next));
      setTimeout(() => setBusy(false), Math.max(LEAST_REST_MS, REST * (performance.now() - askedAt)));
    };
    readTool(session, RunReply, { name: 'getRun', given: { runId, limit: MOST_RESULTS } }).then(
      value => take({ phase: 'ready', value }),
      (error: unknown) => take({ phase: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
  }, [session, runId, cause, isBusy, isWanted]);

  const isOther = run.phase === 'ready' && run.value.run.runId !== runId;
  return { run: isOther ? { phase: 'loading' as const } : run, retry: () => setTries(tries + 1) };
}
