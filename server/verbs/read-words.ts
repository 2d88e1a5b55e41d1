/** Lines of verbs as people and agents write them: words apart by spaces, with quotes around those that hold some. */
import { AppError } from '../../model/errors/errors.ts';

/** One line that is not empty. `number` is counted from 1. */
export interface WrittenLine {
  number: number;
  words: string[];
}

/** Begins a locator in Playwright's notation, which holds spaces and quotes of its own. */
const CALL = /^(?:page\.)?(?:getBy[A-Z]\w*|locator|frameLocator)\(/;
/** What follows a call: `.first()`, `.filter(…)`. */
const CHAINED = /^\.\w+\(/;
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', '"': '"', '\\': '\\' };

class LineReader {
  readonly #text: string;
  readonly #number: number;
  #at = 0;

  constructor(text: string, number: number) {
    this.#text = text;
    this.#number = number;
  }

  words(): string[] {
    const words: string[] = [];
    for (;;) {
      while (/\s/.test(this.#here)) this.#at += 1;
      if (this.#here === '') return words;
      words.push(this.#word());
    }
  }

  get #here(): string {
    return this.#text.charAt(this.#at);
  }

  get #rest(): string {
    return this.#text.slice(this.#at);
  }

  #word(): string {
    if (CALL.test(this.#rest)) return this.#calls();
    // Only at the beginning, and behind `--option=`: a selector such as [name="q"] keeps its own.
    const option = /^--[\w-]+=(?=["'])/.exec(this.#rest)?.[0] ?? '';
    this.#at += option.length;
    if (this.#here === '"' || this.#here === "'") return option + this.#quoted(this.#here);
    return this.#plain();
  }

  #plain(): string {
    const from = this.#at;
    while (this.#here !== '' && !/\s/.test(this.#here)) {
      if (this.#rest.startsWith('{{')) this.#computed();
      else this.#at += 1;
    }
    return this.#text.slice(from, this.#at);
  }

  /** `{{ env.NAME }}` may hold spaces. */
  #computed(): void {
    const end = this.#text.indexOf('}}', this.#at);
    this.#at = end < 0 ? this.#text.length : end + 2;
  }

  #quoted(quote: string): string {
    this.#at += 1;
    let text = '';
    while (this.#here !== quote) {
      if (this.#here === '') throw this.#fault(`the quote ${quote} is not closed`);
      text += this.#character(quote);
    }
    this.#at += 1;
    return text;
  }

  #character(quote: string): string {
    const { [this.#text.charAt(this.#at + 1)]: escaped } = ESCAPED;
    const isEscape = quote === '"' && this.#here === '\\' && escaped !== undefined;
    const character = isEscape ? escaped : this.#here;
    this.#at += isEscape ? 2 : 1;
    return character;
  }

  #calls(): string {
    const from = this.#at;
    for (let call = CALL.exec(this.#rest); call !== null; call = CHAINED.exec(this.#rest)) {
      this.#at += call[0].length;
      this.#untilClosed();
    }
    return this.#text.slice(from, this.#at);
  }

  #untilClosed(): void {
    for (let depth = 1; depth > 0; this.#at += 1) {
      if (this.#here === '') throw this.#fault('the locator has a parenthesis that is not closed');
      if (/["'`]/.test(this.#here)) this.#skipString(this.#here);
      else if (this.#here === '(') depth += 1;
      else if (this.#here === ')') depth -= 1;
    }
  }

  /** Ends on the closing quote. */
  #skipString(quote: string): void {
    for (this.#at += 1; this.#here !== quote && this.#here !== ''; this.#at += 1)
      if (this.#here === '\\') this.#at += 1;
  }

  #fault(what: string): AppError {
    return new AppError('invalid-params', `Line ${this.#number}: ${what}: ${this.#text.trim().slice(0, 200)}`, {
      field: `lines[${this.#number - 1}]`,
    });
  }
}

/** Empty lines and those that begin with # are left out. Errors: `invalid-params` for a quote that is not closed. */
export const readLines = (text: string): WrittenLine[] =>
  text.split(/\r\n|\r|\n/).flatMap((line, index) => {
    const words = /^\s*#/.test(line) ? [] : new LineReader(line, index + 1).words();
    return words.length === 0 ? [] : [{ number: index + 1, words }];
  });
