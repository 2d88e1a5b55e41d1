import type { Page } from 'playwright';

/** The tabs of a browser context, in the order of opening and in that of their use. */
export class OpenTabs {
  #opened: readonly Page[] = [];
  /** The current one last. */
  #used: readonly Page[] = [];
  readonly #numbers = new WeakMap<Page, number>();
  #count = 0;
  #lastGone: { page: Page; at: number } | undefined;

  /** The tab last opened or gone to; when it closes, the one before. */
  get current(): Page | undefined {
    return this.#used.at(-1);
  }

  /** The last one that is not there any more, and since when, by `performance.now()`. */
  get lastGone(): { page: Page; at: number } | undefined {
    return this.#lastGone;
  }

  /** In the order of opening. */
  get all(): readonly Page[] {
    return this.#opened;
  }

  /** Counts up with each tab; no two have the same one. */
  numberOf(page: Page): number {
    return this.#numbers.get(page) ?? 0;
  }

  add(page: Page): void {
    this.#count += 1;
    this.#numbers.set(page, this.#count);
    this.#opened = [...this.#opened, page];
    this.#used = [...this.#used, page];
  }

  /** Makes a tab the current one. */
  use(page: Page): void {
    if (this.#used.includes(page)) this.#used = [...this.#used.filter(each => each !== page), page];
  }

  /** One of a window that was left before is none of these: it may close at any time. */
  forget(page: Page): void {
    if (!this.#opened.includes(page)) return;
    this.#lastGone = { page, at: performance.now() };
    this.#opened = this.#opened.filter(each => each !== page);
    this.#used = this.#used.filter(each => each !== page);
  }

  clear(): void {
    this.#opened = [];
    this.#used = [];
    this.#lastGone = undefined;
  }
}
