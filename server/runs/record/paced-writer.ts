/** Writes what changes often, but not each time. */
export interface PacedWriter {
  /** Something changed: it is written within the interval, together with what else changes until then. */
  request(): void;
  /** Writes after the write under way; nothing is left to write when it resolves. */
  flush(): Promise<void>;
}

/** `write` must not reject; it is called at most once per interval (and by `flush`), never twice at a time. */
export function createPacedWriter(write: () => Promise<void>, intervalMs: number): PacedWriter {
  let timer: NodeJS.Timeout | undefined;
  let underWay = Promise.resolve();
  const writeNext = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    underWay = underWay.then(write);
    return underWay;
  };
  return {
    request() {
      timer ??= setTimeout(writeNext, intervalMs).unref();
    },
    flush: writeNext,
  };
}
