import type { ConsoleEntry } from '../../../model/protocol/app-window.ts';
import type { PlannedItem } from '../../../model/protocol/bridge.ts';
import { scenarioReference } from '../../../model/run/item-title.ts';
import type { Redactor } from '../../../model/values/redactor.ts';

/** A page that floods the console must not fill the disk. */
const MOST_CHARACTERS = 5_000_000;

/** About what a line has beside the text. */
const PLACE_CHARACTERS = 100;

interface PlacedEntry {
  itemIndex: number;
  entry: ConsoleEntry;
}

export class ConsoleLines {
  readonly #items: readonly PlannedItem[];
  readonly #redact: Redactor;
  #entries: PlacedEntry[] = [];
  #ending: string[] = [];
  #characters = 0;
  #left = 0;

  constructor(items: readonly PlannedItem[], redact: Redactor) {
    this.#items = items;
    this.#redact = redact;
  }

  /** False when the entry is left out. */
  add(itemIndex: number, entry: ConsoleEntry): boolean {
    const { text, url } = entry;
    if (this.#characters + text.length > MOST_CHARACTERS) {
      this.#left += 1;
      return false;
    }
    this.#characters += text.length + (url?.length ?? 0) + PLACE_CHARACTERS;
    this.#entries.push({ itemIndex, entry });
    return true;
  }

  #lineOf({ itemIndex, entry: { text, url, ...entry } }: PlacedEntry): string {
    const { test, row, scenario } = this.#items[itemIndex] ?? {};
    return JSON.stringify({
      itemIndex,
      ...(scenario === undefined ? {} : { scenario: scenarioReference(scenario) }),
      ...(test === undefined || scenario !== undefined ? {} : { testCode: test.testCode }),
      row: row?.index,
      ...entry,
      text: this.#redact(text),
      ...(url === undefined ? {} : { url: this.#redact(url) }),
    });
  }

  /** Call it at the end: it notes how much was left out. */
  end(at: string): void {
    if (this.#left === 0) return;
    const text = `${this.#left} further entries were left out: the console of a run is kept up to 5 MB.`;
    this.#ending = [JSON.stringify({ level: 'warning', text, at })];
  }

  /** Lines since the last call, masked only now: a page may tell of what is typed before it is known to be secret. */
  take(): readonly string[] {
    const lines = [...this.#entries.map(entry => this.#lineOf(entry)), ...this.#ending];
    this.#entries = [];
    this.#ending = [];
    return lines;
  }
}
