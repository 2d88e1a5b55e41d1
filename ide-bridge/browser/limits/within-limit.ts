import { setMaxListeners } from 'node:events';
import { AppError } from '../../../model/errors/errors.ts';

interface WorkLimit {
  signal?: AbortSignal;
  timeoutMs: number;
  late?(): AppError;
}

/**
 * Waits for work within the limit; its signal ends with the wait. Time in which this process was suspended does not
 * count. Work that ignores the signal is abandoned, and its result ignored. Errors: `stopped` when `signal` aborts, the
 * error of `late`, and those of the work.
 */
export async function withinLimit<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  { signal, timeoutMs, late = noAnswer }: WorkLimit,
): Promise<Result> {
  if (signal?.aborted) throw stopped();
  const wait = new AbortController();
  // Pages with many frames are asked many things at once.
  setMaxListeners(0, wait.signal);
  let stop: () => void = () => {};
  const end = new Promise<never>((_resolve, reject) => {
    const dropTimer = afterTurns(timeoutMs, () => reject(late()));
    const onAbort = () => reject(stopped());
    signal?.addEventListener('abort', onAbort, { once: true });
    stop = () => {
      dropTimer();
      signal?.removeEventListener('abort', onAbort);
    };
  });
  const result = work(wait.signal);
  // The loser of the race may still fail.
  result.catch(() => {});
  try {
    return await Promise.race([result, end]);
  } finally {
    stop();
    wait.abort();
  }
}

/** True also for work that fails in time. */
export async function endsInTime(work: () => Promise<unknown>, limit: Omit<WorkLimit, 'late'>): Promise<boolean> {
  const late = noAnswer();
  return await withinLimit(work, { ...limit, late: () => late }).then(
    () => true,
    error => error !== late,
  );
}

/** A suspended process loses no more of a limit than this. */
const SLICE_MS = 250;

/** Counts the time in slices, each of which takes a turn of the process. Returns how to cancel. */
function afterTurns(durationMs: number, done: () => void): () => void {
  let leftMs = durationMs;
  let timer: NodeJS.Timeout;
  const next = () => {
    const sliceMs = Math.min(leftMs, SLICE_MS);
    leftMs -= sliceMs;
    timer = setTimeout(leftMs > 0 ? next : done, sliceMs);
  };
  next();
  return () => clearTimeout(timer);
}

export function startClock(timeoutMs: number): () => number {
  const startedAt = performance.now();
  return () => Math.max(1, timeoutMs - (performance.now() - startedAt));
}

const noAnswer = (): AppError => new AppError('timeout', 'There is no answer.');
const stopped = (): AppError => new AppError('stopped', 'The call was cancelled before it was done.');
