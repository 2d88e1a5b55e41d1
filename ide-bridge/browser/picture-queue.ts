import type { Page } from 'playwright';

/** Pictures of a page are taken one after the other: meanwhile it may have another size, and draws nothing else. */
export class PictureQueue {
  readonly #last = new WeakMap<Page, Promise<unknown>>();

  /** What was given up before its turn is not begun. */
  async take<Result>(page: Page, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(page) ?? Promise.resolve();
    const turn = before.then(() => {
      signal.throwIfAborted();
      return work();
    });
    this.#last.set(
      page,
      turn.catch(() => {}),
    );
    return turn;
  }
}
