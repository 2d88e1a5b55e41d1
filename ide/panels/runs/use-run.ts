import { useEffect, useRef, useState } from 'react';
import { isAppError } from '../../../model/errors/errors.ts';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { IdeState, Loaded } from '../../app/state.ts';
import { readRun } from './read-run.ts';
import type { RunReply } from './run-reply.ts';

/** A long run takes long to read: most of the time is left for other things. */
const REST = 3;
const LEAST_REST_MS = 150;
const MOST_REST_MS = 2_000;

/** Changes with whatever may have changed in a run. */
const causeOf = ({ run, results, connection }: IdeState, runId: string): string => {
  const { state, done, scenario } = run;
  const stored = `${connection.phase} ${results.changed[runId]}`;
  return run.runId === runId ? `${stored} ${state} ${done} ${scenario} ${results.news}` : stored;
};

/** A run, read anew while it goes on, as often as the service can answer in good time; a long one shows page by page. */
export function useRun(runId: string) {
  const { session } = useIde();
  const [run, setRun] = useState<Loaded<RunReply>>({ phase: 'loading' });
  const [tries, setTries] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [shown, setShown] = useState('');
  const [goneId, setGoneId] = useState<string>();
  const cause = `${useIdeState(state => causeOf(state, runId))} ${tries}`;
  const isWanted = cause.startsWith('open') && shown !== `${runId} ${cause}`;
  const wanted = useWanted(runId);
  const known = run.phase === 'ready' && run.value.run.runId === runId ? run.value.run : undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known changes by being read
  useEffect(() => {
    if (isBusy || !isWanted) return;
    setBusy(true);
    const askedAt = performance.now();
    const take = (next: Loaded<RunReply>) => {
      setShown(`${runId} ${cause}`);
      setRun(old => (next.phase === 'failed' && old.phase === 'ready' && old.value.run.runId === runId ? old : next));
      const rest = Math.min(MOST_REST_MS, REST * (performance.now() - askedAt));
      setTimeout(() => setBusy(false), Math.max(LEAST_REST_MS, rest));
    };
    readRun(session, {
      runId,
      known,
      isWanted: () => wanted.current === runId,
      // What is shown already stays whole.
      onPage: value => known === undefined && setRun({ phase: 'ready', value }),
    }).then(
      value => take({ phase: 'ready', value }),
      (error: unknown) => {
        if (isAppError(error, 'not-found')) setGoneId(runId);
        take({ phase: 'failed', message: error instanceof Error ? error.message : String(error) });
      },
    );
  }, [session, runId, cause, isBusy, isWanted]);

  const isOther = run.phase === 'ready' && run.value.run.runId !== runId;
  return {
    run: isOther ? { phase: 'loading' as const } : run,
    retry: () => setTries(tries + 1),
    isGone: goneId === runId,
  };
}

/** The run that is shown now; none when the screen has gone. */
function useWanted(runId: string) {
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    wanted.current = runId;
    return () => {
      wanted.current = undefined;
    };
  }, [runId]);
  return wanted;
}
