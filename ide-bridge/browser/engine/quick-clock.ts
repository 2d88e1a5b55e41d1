import type { Progress } from '../../playwright/engine-parts.ts';

/** `undefined` where Playwright must perform the action. */
export type QuickOutcome = { value?: unknown } | undefined;

/** The last part of a limit is Playwright's, which explains in detail why something was not done. */
const KEPT = { share: 0.3, mostMs: 1_000 };
/** A last look takes as long as needed, whatever the limit; only its log must come in time. */
export const KEPT_FOR_A_LOOK = { share: 0.1, mostMs: 300 };
const LEAST_MS = 100;

/** Time that our engine may take of a call; undefined where there is not enough. */
export function quickTime({ timeout }: Pick<Progress, 'timeout'>, kept = KEPT): (() => number) | undefined {
  if (timeout !== 0 && timeout < LEAST_MS) return undefined;
  const ownMs = timeout - Math.min(timeout * kept.share, kept.mostMs);
  const end = timeout === 0 ? Number.POSITIVE_INFINITY : performance.now() + ownMs;
  return () => end - performance.now();
}
