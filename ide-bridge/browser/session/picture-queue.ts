import type { Page } from 'playwright';

/** One picture of a page at a time: meanwhile it may have another size, and draws nothing else. */
export class PictureQueue {
  readonly #last = new WeakMap<Page, Promise<unknown>>();

  /** Cancelled work is not begun; work that is cancelled while it runs does not delay others. */
  async take<Result>(page: Page, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(page) ?? Promise.resolve();
    const turn = before.then(() => {
      signal.throwIfAborted();
      return work();
    });
    const settled = turn.then(
      () => {},
      () => {},
    );
    this.#last.set(page, Promise.race([settled, whenAborted(signal)]));
    return turn;
  }
}

const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
