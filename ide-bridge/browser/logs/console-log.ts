import { stripVTControlCharacters } from 'node:util';
import type { ConsoleMessage, Page, WebError } from 'playwright';
import type { ConsoleEntry } from '../../../model/protocol/app-window.ts';
import { silenceConsole } from '../../page/document/silence-console.ts';
import { Changes } from './changes.ts';
import { Newest } from './newest.ts';
import { shortened, shownAddress } from './shown-text.ts';

const MAX_ENTRIES = 1_000;
const MAX_UNCAUGHT = 50;
const MAX_CHARACTERS = 10_000;

const LEVELS: Partial<Record<string, ConsoleEntry['level']>> = {
  error: 'error',
  assert: 'error',
  warning: 'warning',
  debug: 'debug',
  trace: 'debug',
};

/** Console output and uncaught errors of a browser context; the newest 1,000. */
export class ConsoleLog extends Newest<ConsoleEntry> {
  /** The errors among the entries that no script of the page has caught. */
  readonly uncaught = new Newest<ConsoleEntry>(MAX_UNCAUGHT);
  readonly written = new Changes<ConsoleEntry>();
  readonly #flood = new ConsoleFlood(this);

  constructor() {
    super(MAX_ENTRIES);
  }

  override clear(): void {
    super.clear();
    this.uncaught.clear();
  }

  addMessage(message: ConsoleMessage): void {
    // Has no text; its text is the name of the call.
    if (message.type() === 'endGroup') return;
    const { url, lineNumber } = message.location();
    this.write(LEVELS[message.type()] ?? 'info', message.text(), { url, line: lineNumber + 1 });
    this.#flood.count(message);
  }

  addError(error: WebError): void {
    // Counted from 0, as in messages.
    const { url, line } = error.location();
    const thrown: unknown = error.error();
    // What is thrown and no error comes as one without a name.
    const text = thrown instanceof Error ? [thrown.name, thrown.message].filter(Boolean).join(': ') : String(thrown);
    this.uncaught.add(this.write('error', text, { url, line: line + 1 }));
  }

  write(level: ConsoleEntry['level'], text: string, place: { url?: string; line?: number } = {}): ConsoleEntry {
    const entry = {
      level,
      text: readable(text),
      ...(place.url ? { url: shownAddress(place.url) } : {}),
      ...(place.url && place.line !== undefined ? { line: place.line } : {}),
      at: new Date().toISOString(),
    };
    this.add(entry);
    this.written.emit(entry);
    return entry;
  }
}

function readable(text: string): string {
  return stripVTControlCharacters(shortened(text, MAX_CHARACTERS)).replace(CONTROL_CHARACTERS, '');
}

/** All but tab and line feed. */
const CONTROL_CHARACTERS = /[^\P{Cc}\t\n]/gu;

/** Lines per second: far more than people read, and less than blocks the browser. */
const MOST_LINES = 1_000;
const SPAN_MS = 1_000;

interface Warned {
  write(level: ConsoleEntry['level'], text: string): unknown;
}

/**
 * Silences the console of a page that floods it: Chromium reports every line, and answers nothing else meanwhile. The
 * next document has its console back.
 */
class ConsoleFlood {
  readonly #console: Warned;
  readonly #counts = new WeakMap<Page, { since: number; lines: number }>();
  readonly #silenced = new WeakSet<Page>();

  constructor(console: Warned) {
    this.#console = console;
  }

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
    // Added after the pending lines, which would push it out of the log.
    Promise.all(page.frames().map(frame => frame.evaluate(silenceConsole))).then(
      () => this.#console.write('warning', text),
      () => {},
    );
  }
}
