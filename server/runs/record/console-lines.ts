import type { ConsoleEntry } from '../../../model/protocol/app-window.ts';
import type { PlannedItem } from '../../../model/protocol/bridge.ts';
import { scenarioReference } from '../../../model/run/item-title.ts';
import type { Redactor } from '../../../model/values/redactor.ts';

/** A page that floods the console must not fill the disk. */
const MOST_CHARACTERS = 5_000_000;

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

  /** False when the entry is left out. */
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

  /** Call it at the end: it notes how much was left out. */
  end(at: string): void {
    if (this.#left === 0) return;
    const text = `${this.#left} further entries were left out: the console of a run is kept up to 5 MB.`;
    this.#lines.push(JSON.stringify({ level: 'warning', text, at }));
  }

  /** Lines since the last call. */
  take(): readonly string[] {
    const lines = this.#lines;
    this.#lines = [];
    return lines;
  }
}
