/**
 * Starts a wait of Playwright without recording the stack for its error. Ours are retried, so nobody reads that, and it
 * costs a run a twentieth of its processor time.
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
