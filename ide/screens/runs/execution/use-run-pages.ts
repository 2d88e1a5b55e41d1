import { useEffect, useState } from 'react';
import { useIde } from '../../../app/context.tsx';
import { readMoment } from './use-moment.ts';

/** Pages are below `address`, by the numbers of their moments; sizes are in pixels. */
export interface RunPages {
  address: string;
  width: number;
  height: number;
}

/** An address is valid for at least ten minutes; asked for again before, it stays the same if possible. */
const GOOD_MS = 9 * 60_000;

/** Undefined until they are known, and where the run has kept none; `moment` is any that it has. */
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
