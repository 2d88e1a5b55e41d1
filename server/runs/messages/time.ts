import type { Duration, Timestamp } from '@cucumber/messages';

const MICROSECONDS_PER_SECOND = 1_000_000;

/** Milliseconds, also fractions of them, as messages write a time or a duration; exact to the microsecond. */
export function toSeconds(ms: number): Timestamp & Duration {
  const microseconds = Math.max(0, Math.round(ms * 1_000));
  return {
    seconds: Math.floor(microseconds / MICROSECONDS_PER_SECOND),
    nanos: (microseconds % MICROSECONDS_PER_SECOND) * 1_000,
  };
}
