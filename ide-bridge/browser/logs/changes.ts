/** Listeners get no history; they read the current state themselves. */
export class Changes<Event = void> {
  readonly #listeners = new Set<(event: Event) => void>();

  /** Returns a function that removes the listener. */
  listen(listener: (event: Event) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(event: Event): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  dispose(): void {
    this.#listeners.clear();
  }

  /** Resolves once `condition` has held for that long, or the signal aborts. Checked now and after each change. */
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
