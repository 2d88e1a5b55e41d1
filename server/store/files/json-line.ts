/** Says where in JSON text a field stands, so that people find it in a file of thousands of lines. */

const BETWEEN = /[\s:,]*/y;
const WORD = /[^\s,\]}]*/y;

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

/** Walks through text that `JSON.parse` takes and brackets no deeper than what is stored. */
class JsonWalk {
  readonly #text: string;
  readonly #see: (path: string, at: number) => void;
  #at = 0;

  /** `see` gets path and position of every value, outer ones first. */
  constructor(text: string, see: (path: string, at: number) => void) {
    this.#text = text;
    this.#see = see;
  }

  value(path: string): void {
    this.#pass(BETWEEN);
    this.#see(path, this.#at);
    const sign = this.#text[this.#at];
    if (sign === '{') this.#members(path);
    else if (sign === '[') this.#items(path);
    else if (sign === '"') this.#string();
    else this.#pass(WORD);
  }

  #items(path: string): void {
    this.#at += 1;
    for (let index = 0; !this.#ends(']'); index += 1) this.value(`${path}[${index}]`);
  }

  #members(path: string): void {
    this.#at += 1;
    while (!this.#ends('}')) {
      const key = String(JSON.parse(this.#string()));
      this.value(path === '' ? key : `${path}.${key}`);
    }
  }

  #ends(bracket: string): boolean {
    this.#pass(BETWEEN);
    if (this.#at < this.#text.length && this.#text[this.#at] !== bracket) return false;
    this.#at += 1;
    return true;
  }

  #string(): string {
    const start = this.#at;
    this.#at = endOfString(this.#text, start);
    return this.#text.slice(start, this.#at);
  }

  #pass(pattern: RegExp): void {
    pattern.lastIndex = this.#at;
    pattern.test(this.#text);
    this.#at = Math.max(this.#at, pattern.lastIndex);
  }
}

/** Whether a value holds a field, or is it. */
const holds = (path: string, field: string): boolean =>
  path === '' || field === path || field.startsWith(`${path}.`) || field.startsWith(`${path}[`);

/**
 * The line, from 1, on which a field such as `tests[2].name` begins in text that `parseJson` took; of a missing one,
 * that of what should hold it.
 */
export function lineOfField(text: string, field: string): number {
  let best = { length: -1, at: 0 };
  new JsonWalk(text, (path, at) => {
    if (path.length > best.length && holds(path, field)) best = { length: path.length, at };
  }).value('');
  return text.slice(0, best.at).split('\n').length;
}
