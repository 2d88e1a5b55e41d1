import { AppError } from '../../model/errors/errors.ts';
import { type ElementName, isRole, nameOfWord } from './wanted-element.ts';

/** The words of one line behind its verb, taken from left to right. */
export class LineWords {
  readonly #words: readonly string[];
  readonly #usage: string;
  #at = 0;

  constructor(words: readonly string[], usage: string) {
    this.#words = words;
    this.#usage = usage;
  }

  get left(): number {
    return this.#words.length - this.#at;
  }

  get next(): string | undefined {
    return this.#words[this.#at];
  }

  get last(): string | undefined {
    return this.all.at(-1);
  }

  /** Those that are left. */
  get all(): readonly string[] {
    return this.#words.slice(this.#at);
  }

  /** Errors: `invalid-params` where there is none left. */
  take(what: string): string {
    const word = this.next;
    if (word === undefined) throw this.fault(`${what} is missing`);
    this.#at += 1;
    return word;
  }

  takeRest(): string[] {
    const rest = this.#words.slice(this.#at);
    this.#at = this.#words.length;
    return rest;
  }

  /** A role takes a name where more than `kept` words are left behind it. */
  takeElement(kept = 0, what = 'the element'): ElementName {
    const word = this.take(what);
    if (!isRole(word)) return nameOfWord(word);
    return { by: 'role', role: word, name: this.left > kept ? this.take('its name') : undefined };
  }

  /** Errors: `invalid-params` where words are left over. */
  end(): void {
    const [surplus] = this.#words.slice(this.#at);
    if (surplus !== undefined)
      throw this.fault(`${JSON.stringify(surplus)} is one word too many; what has spaces needs quotes`);
  }

  fault(what: string): AppError {
    return new AppError('invalid-params', `${upperFirst(what)}. Usage: ${this.#usage}`, { expected: this.#usage });
  }
}

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
