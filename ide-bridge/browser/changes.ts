/** Tells of changes of a state, for those who wait until something has been so for a while. */
export class Changes {
  readonly #listeners = new Set<() => void>();

  tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  /** Resolves once `condition` has held for that long, or the signal aborts. It is asked now and after each change. */
  async held(condition: () => boolean, durationMs: number, signal: AbortSignal): Promise<void> {
    await new Promise<void>(resolve => {
      let timer: NodeJS.Timeout | undefined;
      const stop = () => {
        clearTimeout(timer);
        this.#listeners.delete(look);
        resolve();
      };
      const look = () => {
        clearTimeout(timer);
        timer = condition() ? setTimeout(stop, durationMs) : undefined;
      };
      this.#listeners.add(look);
      signal.addEventListener('abort', stop, { once: true });
      look();
    });
  }
}
