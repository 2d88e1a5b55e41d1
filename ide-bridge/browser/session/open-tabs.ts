import type { Page } from 'playwright';

export class OpenTabs {
  #opened: readonly Page[] = [];
  #used: readonly Page[] = [];
  readonly #numbers = new WeakMap<Page, number>();
  #count = 0;
  #lastGone: { page: Page; at: number } | undefined;

  /** The tab last opened or used; when it closes, the one before. */
  get current(): Page | undefined {
    return this.#used.at(-1);
  }

  /** The last closed tab, and when it closed, by `performance.now()`. */
  get lastGone(): { page: Page; at: number } | undefined {
    return this.#lastGone;
  }

  get all(): readonly Page[] {
    return this.#opened;
  }

  numberOf(page: Page): number {
    return this.#numbers.get(page) ?? 0;
  }

  add(page: Page): void {
    this.#count += 1;
    this.#numbers.set(page, this.#count);
    this.#opened = [...this.#opened, page];
    this.#used = [...this.#used, page];
  }

  use(page: Page): void {
    if (this.#used.includes(page)) this.#used = [...this.#used.filter(each => each !== page), page];
  }

  /** A tab of an earlier window may close at any time and is none of these. */
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
