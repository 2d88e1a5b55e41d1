export interface TimeLimitOptions {
  totalMs: number;
  advance?: Advance;
}

export interface Advance {
  /** The longest time in which `measure` may stay the same. */
  silenceMs: number;
  /** A number that changes while the work advances, e.g. bytes written; must not reject. */
  measure(): Promise<number>;
  onChange(measured: number): void;
}

export interface TimeLimit extends Disposable {
  /** Aborted with an error whose message says which limit was reached. */
  signal: AbortSignal;
}

const CHECKS_PER_SILENCE = 30;

/** Limits a piece of work by its duration and, where it can be measured, by the time without any advance. */
export function startTimeLimit({ totalMs, advance }: TimeLimitOptions): TimeLimit {
  const limit = new AbortController();
  const work = new AbortController();
  const total = setTimeout(() => limit.abort(new Error(`not done after ${seconds(totalMs)}`)), totalMs);
  const check = advance && advanceCheck(advance, limit, work.signal);
  const checks = check && setInterval(check, advance.silenceMs / CHECKS_PER_SILENCE);
  return {
    signal: limit.signal,
    [Symbol.dispose]: () => {
      work.abort();
      clearTimeout(total);
      clearInterval(checks);
    },
  };
}

function advanceCheck(advance: Advance, limit: AbortController, workEnded: AbortSignal): () => Promise<void> {
  let measured: number | undefined;
  let advancedAt = performance.now();
  return async () => {
    const now = await advance.measure();
    if (workEnded.aborted) return;
    if (now !== measured) {
      if (measured !== undefined) advance.onChange(now);
      measured = now;
      advancedAt = performance.now();
    } else if (performance.now() - advancedAt >= advance.silenceMs) {
      limit.abort(new Error(`no progress for ${seconds(advance.silenceMs)}`));
    }
  };
}

const seconds = (durationMs: number): string => `${Math.ceil(durationMs / 1000)} s`;
