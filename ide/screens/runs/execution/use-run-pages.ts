import { useEffect, useState } from 'react';
import { useIde } from '../../../app/context.tsx';
import { readMoment } from './use-moment.ts';

/** Where the pages of a run are, each under its number, and how large they were. */
export interface RunPages {
  address: string;
  width: number;
  height: number;
}

/** An address is good for ten minutes at least; asked for again before, it stays as it is as long as it can. */
const GOOD_MS = 9 * 60_000;

/** Undefined as long as that is not known, or where the run has kept none; `moment` is any of those it has. */
export function useRunPages(projectId: string, runId: string, moment: number | undefined): RunPages | undefined {
  const { session } = useIde();
  const [known, setKnown] = useState<{ runId: string; pages: RunPages }>();
  useEffect(() => {
    if (moment === undefined) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const learn = async () => {
      const { pages, before, after } = await readMoment(session, { projectId, runId, moment }, signal);
      const page = after ?? before;
      if (signal.aborted || page === undefined) return;
      const { width, height } = page;
      setKnown({ runId, pages: { address: pages.replace(/\/\d+$/, ''), width, height } });
    };
    // Without them there are still the titles.
    const learnOnce = () => void learn().catch(() => undefined);
    learnOnce();
    const timer = setInterval(learnOnce, GOOD_MS);
    return () => {
      leaving.abort();
      clearInterval(timer);
    };
  }, [session, projectId, runId, moment]);
  return known?.runId === runId ? known.pages : undefined;
}
