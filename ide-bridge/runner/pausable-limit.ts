/** A time limit that does not run on while it is paused. */
export class PausableLimit {
  readonly #late: () => void;
  #leftMs: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #startedAt = 0;

  /** No limit where none is given. It begins to run at once. */
  constructor(limitMs: number | undefined, late: () => void) {
    this.#leftMs = limitMs;
    this.#late = late;
    this.resume();
  }

  pause(): void {
    clearTimeout(this.#timer);
    if (this.#leftMs !== undefined) this.#leftMs -= performance.now() - this.#startedAt;
  }

  resume(): void {
    if (this.#leftMs === undefined) return;
    this.#startedAt = performance.now();
    this.#timer = setTimeout(this.#late, Math.max(0, this.#leftMs));
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#leftMs = undefined;
  }
}
