import type { ConsoleEntry } from '../../../model/protocol/app-window.ts';
import type { PlannedItem } from '../../../model/protocol/bridge.ts';
import { scenarioReference } from '../../../model/run/item-title.ts';
import type { Redactor } from '../../../model/values/redactor.ts';

/** A page that floods the console must not fill the disk. */
const MOST_CHARACTERS = 5_000_000;

/** Buffers the console output of a run as masked lines of `console.ndjson`. */
export class ConsoleLines {
  readonly #items: readonly PlannedItem[];
  readonly #redact: Redactor;
  #lines: string[] = [];
  #characters = 0;
  #left = 0;

  constructor(items: readonly PlannedItem[], redact: Redactor) {
    this.#items = items;
    this.#redact = redact;
  }

  /** Answers whether the entry is kept. */
  add(itemIndex: number, { text, url, ...entry }: ConsoleEntry): boolean {
    if (this.#characters + text.length > MOST_CHARACTERS) {
      this.#left += 1;
      return false;
    }
    const { test, row, scenario } = this.#items[itemIndex] ?? {};
    const line = JSON.stringify({
      itemIndex,
      ...(scenario === undefined ? {} : { scenario: scenarioReference(scenario) }),
      ...(test === undefined || scenario !== undefined ? {} : { testCode: test.testCode }),
      row: row?.index,
      ...entry,
      text: this.#redact(text),
      ...(url === undefined ? {} : { url: this.#redact(url) }),
    });
    this.#characters += line.length;
    this.#lines.push(line);
    return true;
  }

  /** Must be called at the end: adds a line that says how much was left out. */
  end(at: string): void {
    if (this.#left === 0) return;
    const text = `${this.#left} further entries were left out: the console of a run is kept up to 5 MB.`;
    this.#lines.push(JSON.stringify({ level: 'warning', text, at }));
  }

  /** Takes the lines since the last call. */
  take(): readonly string[] {
    const lines = this.#lines;
    this.#lines = [];
    return lines;
  }
}
