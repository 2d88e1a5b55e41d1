/**
 * JavaScript text whose value in a page is a `Value`. Where a text is wanted, it is one: `${inPage(Scout)}`.
 */
export class InPage<Value> {
  /** Only for the compiler: nothing is ever in it. */
  declare readonly value: Value;
  readonly #text: string;

  constructor(text: string) {
    this.#text = inAscii(text);
  }

  toString(): string {
    return this.#text;
  }
}

/** What can be sent as an argument: texts, functions and classes of this room, and what JSON can say, also mixed. */
type GivenValue<Value> =
  | InPage<Value>
  | (Value extends SentPart
      ? Value
      : Value extends object
        ? { readonly [Key in keyof Value]: GivenValue<Value[Key]> }
        : Value);

type SentPart = ((...given: never[]) => unknown) | (abstract new (...given: never[]) => unknown);

type GivenValues<Given extends readonly unknown[]> = { readonly [Key in keyof Given]: GivenValue<Given[Key]> };

/**
 * The text that makes an object of a class in the page, or calls a function there. Both are sent as their own source, so
 * they use nothing from outside: what they need is given to them, as here. The lint of this room sees to it.
 */
export function inPage<Given extends readonly unknown[], Made>(
  made: new (...given: Given) => Made,
  ...given: GivenValues<Given>
): InPage<Made>;
export function inPage<Given extends readonly unknown[], Result>(
  called: (...given: Given) => Result,
  ...given: GivenValues<Given>
): InPage<Result>;
export function inPage(part: SentPart, ...given: readonly unknown[]): InPage<unknown> {
  const source = String(part);
  const create = /^class\b/.test(source) ? 'new ' : '';
  return new InPage(`${create}(${source})(${given.map(textOf).join(', ')})`);
}

/** With a single other character, Chromium takes twice the bytes for all of a script. */
const inAscii = (text: string): string =>
  text.replace(/\\?[^\0-\x7f]|\\./gs, part => {
    const unit = part.charCodeAt(part.length - 1);
    return unit < 0x80 ? part : `\\u${unit.toString(16).padStart(4, '0')}`;
  });

/** A value as JavaScript text. */
function textOf(value: unknown): string {
  if (value === undefined) return 'undefined';
  if (value instanceof InPage || value instanceof RegExp) return String(value);
  if (typeof value === 'function') return `(${value})`;
  if (Array.isArray(value)) return `[${value.map(textOf).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${textOf(each)}`);
  return `{ ${entries.join(', ')} }`;
}
