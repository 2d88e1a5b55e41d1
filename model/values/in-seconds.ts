/** `1500` becomes `1.5 s`; short times stay in milliseconds. */
export const inSeconds = (durationMs: number): string =>
  durationMs < 50 ? `${Math.max(1, Math.round(durationMs))} ms` : `${Math.round(durationMs / 100) / 10} s`;
