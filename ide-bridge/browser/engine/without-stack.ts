/**
 * Starts a wait of Playwright's that takes down who waits, for an error that it may end with. Ours are tried again then,
 * and nobody reads that; to take it down costs a run a twentieth of its processor time.
 */
export function withoutStack<Wait>(start: () => Wait): Wait {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return start();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
