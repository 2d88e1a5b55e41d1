import { useEffect, useState } from 'react';

/** Goes on counting between the events of a run. */
export function useElapsed(reportedMs: number, isCounting: boolean): number {
  const [shownMs, setShown] = useState(reportedMs);
  useEffect(() => {
    setShown(reportedMs);
    if (!isCounting) return;
    const from = performance.now() - reportedMs;
    const timer = setInterval(() => setShown(performance.now() - from), 500);
    return () => clearInterval(timer);
  }, [reportedMs, isCounting]);
  return shownMs;
}
