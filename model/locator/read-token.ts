import { expressionEnd } from '../values/template.ts';
import type { RegexPattern } from './locator.ts';
import { locatorError } from './locator-error.ts';
import { readRegex } from './read-regex.ts';
import { readString } from './read-string.ts';

interface TokenPlace {
  /** Both zero-based, in the whole text; `end` is that of the sign after. */
  readonly start: number;
  readonly end: number;
}

/** Smallest piece of the notation. */
export type Token =
  | (TokenPlace & { readonly type: 'name'; readonly name: string })
  | (TokenPlace & { readonly type: 'mark'; readonly mark: string })
  | (TokenPlace & { readonly type: 'value'; readonly value: string | number | RegexPattern })
  | (TokenPlace & { readonly type: 'end' });

const SPACE = /\s*/y;
const NAME = /[A-Za-z_$][\w$]*/y;
const NUMBER = /-?\d+(?:\.\d+)?/y;
const MARKS = '(){},:.;';

function matchAt(pattern: RegExp, text: string, offset: number): string {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0] ?? '';
}

/** Reads the token that begins at or after `offset`, spaces left out; `end` when there is none. */
export function readToken(text: string, offset: number): Token {
  const start = offset + matchAt(SPACE, text, offset).length;
  if (start >= text.length) return { type: 'end', start, end: start };
  const sign = text.charAt(start);
  const computed = text.startsWith('{{', start) ? expressionEnd(text, start) : undefined;
  if (computed !== undefined) return { type: 'value', value: text.slice(start, computed), start, end: computed };
  if (MARKS.includes(sign)) return { type: 'mark', mark: sign, start, end: start + 1 };
  const name = matchAt(NAME, text, start);
  if (name !== '') return { type: 'name', name, start, end: start + name.length };
  if (sign === "'" || sign === '"' || sign === '`') {
    const { value, end } = readString(text, start);
    return { type: 'value', value, start, end };
  }
  if (sign === '/') {
    const { value, end } = readRegex(text, start);
    return { type: 'value', value, start, end };
  }
  const number = matchAt(NUMBER, text, start);
  if (number !== '') return { type: 'value', value: Number(number), start, end: start + number.length };
  const whole = String.fromCodePoint(text.codePointAt(start) ?? 0);
  throw locatorError(text, { offset: start, message: `${whole} has no meaning here.` });
}
