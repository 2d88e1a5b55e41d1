/** Tells that something is not as it was; what it is now, listeners ask themselves. */
export class Changes<News = void> {
  readonly #listeners = new Set<(news: News) => void>();

  /** Returns how to stop listening. */
  listen(listener: (news: News) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(news: News): void {
    for (const listener of [...this.#listeners]) listener(news);
  }

  /** Tells nobody any more. */
  dispose(): void {
    this.#listeners.clear();
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
