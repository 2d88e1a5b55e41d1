/** A limit or a duration as messages have it: `1500` as `1.5 s`; what would be no time at all in milliseconds. */
export const inSeconds = (durationMs: number): string =>
  durationMs < 50 ? `${Math.max(1, Math.round(durationMs))} ms` : `${Math.round(durationMs / 100) / 10} s`;
