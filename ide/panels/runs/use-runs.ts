import { useEffect, useState } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { Loaded } from '../../app/state.ts';
import type { ReplyOf } from '../../app/tool-replies.ts';

const MOST_RUNS = 200;

/** The newest runs that have a text in their title, read anew whenever a run begins, ends or is deleted. */
export function useRuns(text: string) {
  const { session } = useIde();
  const [runs, setRuns] = useState<Loaded<ReplyOf<'getRuns'>>>({ phase: 'loading' });
  const [tries, setTries] = useState(0);
  const cause = useIdeState(
    ({ run, connection, results }) =>
      `${connection.phase} ${run.runId} ${run.state} ${JSON.stringify(results.changed)}`,
  );
  useEffect(() => {
    let isCurrent = true;
    const given = { limit: MOST_RUNS, ...(text === '' ? {} : { filter: text }) };
    const take = (next: typeof runs) => isCurrent && setRuns(next);
    if (cause.startsWith('open') && tries >= 0)
      session.call('getRuns', given).then(
        value => take({ phase: 'ready', value }),
        (error: unknown) => take({ phase: 'failed', message: error instanceof Error ? error.message : String(error) }),
      );
    return () => {
      isCurrent = false;
    };
  }, [session, cause, tries, text]);
  return { runs, retry: () => setTries(tries + 1) };
}
