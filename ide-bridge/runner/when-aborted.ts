/** A promise that rejects when the signal aborts, listening only until it is disposed. */
export function whenAborted(signal: AbortSignal): Disposable & { promise: Promise<never> } {
  const listening = new AbortController();
  const promise = new Promise<never>((_resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true, signal: listening.signal });
  });
  promise.catch(() => {});
  return { promise, [Symbol.dispose]: () => listening.abort() };
}
