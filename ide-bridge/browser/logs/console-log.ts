import { stripVTControlCharacters } from 'node:util';
import type { ConsoleMessage, WebError } from 'playwright';
import type { ConsoleEntry } from '../../../model/protocol/app-window.ts';
import { ConsoleFlood } from './console-flood.ts';
import { Newest } from './newest.ts';
import { shortened, shownAddress } from './shown-text.ts';

const MAX_ENTRIES = 1_000;
const MAX_CHARACTERS = 10_000;

const LEVELS: Partial<Record<string, ConsoleEntry['level']>> = {
  error: 'error',
  assert: 'error',
  warning: 'warning',
  debug: 'debug',
  trace: 'debug',
};

/** What the pages of a browser context wrote to the console, and the errors they did not catch; the newest 1,000. */
export class ConsoleLog {
  readonly #kept = new Newest<ConsoleEntry>(MAX_ENTRIES);
  readonly #flood = new ConsoleFlood(this);
  readonly #listeners = new Set<(entry: ConsoleEntry) => void>();

  /** Newest last; a copy. */
  get entries(): readonly ConsoleEntry[] {
    return this.#kept.items;
  }

  /** How many there were in all; a place to look back to with `since`. */
  get count(): number {
    return this.#kept.count;
  }

  /** Those after the first `count`, as far as they are still kept, oldest first. */
  since(count: number): readonly ConsoleEntry[] {
    return this.#kept.since(count);
  }

  clear(): void {
    this.#kept.clear();
  }

  /** Tells each entry as it comes; returns how to stop listening. */
  listen(listener: (entry: ConsoleEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  addMessage(message: ConsoleMessage): void {
    // Says nothing; the text is the name of the call.
    if (message.type() === 'endGroup') return;
    const { url, lineNumber } = message.location();
    this.add(LEVELS[message.type()] ?? 'info', message.text(), { url, line: lineNumber + 1 });
    this.#flood.count(message);
  }

  addError(error: WebError): void {
    // Counted from 0, as those of messages are.
    const { url, line } = error.location();
    const thrown: unknown = error.error();
    this.add('error', thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown), {
      url,
      line: line + 1,
    });
  }

  add(level: ConsoleEntry['level'], text: string, place: { url?: string; line?: number } = {}): void {
    const entry = {
      level,
      text: readable(text),
      ...(place.url ? { url: shownAddress(place.url) } : {}),
      ...(place.url && place.line !== undefined ? { line: place.line } : {}),
      at: new Date().toISOString(),
    };
    this.#kept.add(entry);
    for (const listener of this.#listeners) listener(entry);
  }
}

function readable(text: string): string {
  return stripVTControlCharacters(shortened(text, MAX_CHARACTERS)).replace(CONTROL_CHARACTERS, '');
}

/** All but tab and line feed. */
const CONTROL_CHARACTERS = /[^\P{Cc}\t\n]/gu;
