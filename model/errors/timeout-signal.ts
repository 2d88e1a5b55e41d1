/**
 * Aborts after a time, with a TimeoutError. `AbortSignal.timeout` of Node 20 never does when it is only a part of an
 * `AbortSignal.any` and memory is collected meanwhile: nothing holds it then.
 */
export function timeoutSignal(ms: number): AbortSignal {
  const end = new AbortController();
  const over = () => end.abort(new DOMException('The time is over.', 'TimeoutError'));
  // Like the original, it keeps no process alive.
  setTimeout(over, ms).unref();
  return end.signal;
}
