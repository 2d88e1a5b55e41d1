import { useEffect, useState } from 'react';

/** Goes on counting between the news of a run. */
export function useElapsed(toldMs: number, isCounting: boolean): number {
  const [shownMs, setShown] = useState(toldMs);
  useEffect(() => {
    setShown(toldMs);
    if (!isCounting) return;
    const from = performance.now() - toldMs;
    const timer = setInterval(() => setShown(performance.now() - from), 500);
    return () => clearInterval(timer);
  }, [toldMs, isCounting]);
  return shownMs;
}
