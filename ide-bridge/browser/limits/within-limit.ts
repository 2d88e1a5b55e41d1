import { setMaxListeners } from 'node:events';
import { AppError } from '../../../model/errors/errors.ts';

interface WorkLimit {
  signal?: AbortSignal;
  timeoutMs: number;
  /** The message when the time is over; left out where nobody reads it. */
  late?(): AppError;
}

/**
 * Waits for work at most as long as the limit allows; the work gets a signal that ends with the wait. Time in which this
 * process had no turn does not count: the work had none either.
 * Work that takes no notice of the signal is left behind, and what comes of it is ignored.
 * Errors: `stopped` when `signal` aborts, the error of `late`, and those of the work.
 */
export async function withinLimit<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  { signal, timeoutMs, late = noAnswer }: WorkLimit,
): Promise<Result> {
  if (signal?.aborted) throw stopped();
  const wait = new AbortController();
  // A page of many frames is asked many things at once.
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
  // The loser of the race may still fail; nobody waits for it then.
  result.catch(() => {});
  try {
    return await Promise.race([result, end]);
  } finally {
    stop();
    wait.abort();
  }
}

/** Whether work comes to an end in time, in whatever way. */
export async function endsInTime(work: () => Promise<unknown>, limit: Omit<WorkLimit, 'late'>): Promise<boolean> {
  const late = noAnswer();
  return await withinLimit(work, { ...limit, late: () => late }).then(
    () => true,
    error => error !== late,
  );
}

/** A process that is suspended for longer loses no more of a limit than this. */
const SLICE_MS = 250;

/** Calls back after a time that is counted in slices, each of which takes a turn of the process; returns how not to. */
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

/** The time left of a limit that several steps share. */
export function startClock(timeoutMs: number): () => number {
  const startedAt = performance.now();
  return () => Math.max(1, timeoutMs - (performance.now() - startedAt));
}

const noAnswer = (): AppError => new AppError('timeout', 'There is no answer.');
const stopped = (): AppError => new AppError('stopped', 'The call was cancelled before it was done.');
