import type { Progress } from './playwright-parts.ts';

/** The outcome of an action; `undefined` where Playwright is to perform it. */
export type QuickOutcome = { value?: unknown } | undefined;

/** The last part of a limit is Playwright's: it says why something was not done, with all that it knows. */
const KEPT = { share: 0.3, mostMs: 1_000 };
/** A last look takes as long as it takes, whatever the limit; only its log has to come in time. */
export const KEPT_FOR_A_LOOK = { share: 0.1, mostMs: 300 };
/** Not worth a second way. */
const LEAST_MS = 100;

/** What our engine may take of a call that just began; undefined where there is no time for it. */
export function quickTime({ timeout }: Pick<Progress, 'timeout'>, kept = KEPT): (() => number) | undefined {
  if (timeout !== 0 && timeout < LEAST_MS) return undefined;
  const ownMs = timeout - Math.min(timeout * kept.share, kept.mostMs);
  const end = timeout === 0 ? Number.POSITIVE_INFINITY : performance.now() + ownMs;
  return () => end - performance.now();
}
