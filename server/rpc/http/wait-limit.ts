/** How long a caller is kept waiting for an answer. */
import { setMaxListeners } from 'node:events';

const MS = 1_000;

/** What the header `Prefer` (RFC 7240) asks for: `wait=10`, in seconds, or `respond-async`; any time when it says neither. */
export function preferredWaitMs(prefer: string | string[] | undefined): number {
  const preferences = String(prefer ?? '')
    .split(/[,;]/)
    .map(preference => preference.trim().toLowerCase());
  if (preferences.includes('respond-async')) return 0;
  const seconds = preferences.map(preference => /^wait *= *"?(\d{1,6})"?$/.exec(preference)?.[1]).find(Boolean);
  return seconds === undefined ? Number.POSITIVE_INFINITY : Number(seconds) * MS;
}

/** Does some work, and tells it by a signal when its time is over. */
export async function within<Result>(limitMs: number, work: (timeUp: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  // Every call of a batch listens to it.
  setMaxListeners(0, controller.signal);
  const timer = setTimeout(() => controller.abort(), limitMs);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}
