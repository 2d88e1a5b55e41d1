import type { ConsoleMessage, Page } from 'playwright';
import type { ConsoleEntry } from '../../../model/protocol/app-window.ts';

/** What a page may write within a second: far more than people read, and less than keeps the browser from all else. */
const MOST_LINES = 1_000;
const SPAN_MS = 1_000;

const SILENCE = `for (const [name, value] of Object.entries(console)) if (typeof value === 'function') console[name] = () => {};`;

interface Warned {
  add(level: ConsoleEntry['level'], text: string): void;
}

/**
 * Silences the console of a page that floods it: Chromium tells of every line, and answers nothing else meanwhile.
 * The next document of the page has its console back.
 */
export class ConsoleFlood {
  readonly #console: Warned;
  readonly #counts = new WeakMap<Page, { since: number; lines: number }>();
  readonly #silenced = new WeakSet<Page>();

  constructor(console: Warned) {
    this.#console = console;
  }

  /** To be told of each line. */
  count(message: ConsoleMessage): void {
    const page = message.page();
    if (page === null || this.#silenced.has(page)) return;
    const now = performance.now();
    const known = this.#counts.get(page);
    const counted = known === undefined || now - known.since > SPAN_MS ? { since: now, lines: 0 } : known;
    counted.lines += 1;
    this.#counts.set(page, counted);
    if (counted.lines === MOST_LINES) this.#silence(page);
  }

  #silence(page: Page): void {
    this.#silenced.add(page);
    page.once('domcontentloaded', () => this.#silenced.delete(page));
    const text = `Steploom silenced the console of ${page.url()}: it wrote more than ${MOST_LINES} lines within a second.`;
    // Told after the lines that are on their way, which would push it out of the log.
    Promise.all(page.frames().map(frame => frame.evaluate(SILENCE))).then(
      () => this.#console.add('warning', text),
      // A document that has gone writes nothing any more.
      () => {},
    );
  }
}
