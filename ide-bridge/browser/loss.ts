type LossListener = (reason: string) => void;

/** That a window went away without being asked to, and why. */
export class Loss {
  readonly #listeners = new Set<LossListener>();
  #reason: string | undefined;

  /** Undefined while it is open or was closed on purpose. */
  get reason(): string | undefined {
    return this.#reason;
  }

  /** Returns how to stop listening. */
  listen(listener: LossListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(reason: string): void {
    this.#reason = reason;
    for (const listener of [...this.#listeners]) listener(reason);
  }

  /** It is there again, or was closed on purpose. */
  forget(): void {
    this.#reason = undefined;
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
