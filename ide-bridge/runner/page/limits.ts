import { inSeconds } from '../../../model/values/in-seconds.ts';

/** How long something may take, in milliseconds, and what ends it before that. */
export interface Limits {
  timeoutMs: number;
  /** What the action was given as a whole, where a part of it is over: in seconds it is what its errors say. */
  wholeMs?: number | undefined;
  signal: AbortSignal;
}

/** The time of a whole action in words, such as "1.5 s". */
export const givenTime = ({ timeoutMs, wholeMs = timeoutMs }: Pick<Limits, 'timeoutMs' | 'wholeMs'>): string =>
  inSeconds(wholeMs);
