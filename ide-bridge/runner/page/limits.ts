import { inSeconds } from '../../../model/values/in-seconds.ts';

export interface Limits {
  timeoutMs: number;
  /** Time of the whole action, where a part of it is over; errors name this one. */
  wholeMs?: number | undefined;
  signal: AbortSignal;
}

export const givenTime = ({ timeoutMs, wholeMs = timeoutMs }: Pick<Limits, 'timeoutMs' | 'wholeMs'>): string =>
  inSeconds(wholeMs);
