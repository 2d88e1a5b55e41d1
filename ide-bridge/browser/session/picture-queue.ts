import type { Page } from 'playwright';

/** Pictures of a page are taken one after the other: meanwhile it may have another size, and draws nothing else. */
export class PictureQueue {
  readonly #last = new WeakMap<Page, Promise<unknown>>();

  /** What was given up before its turn is not begun; what is given up meanwhile keeps no other one waiting. */
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
