import { expressionEnd } from '../values/template.ts';
import { locatorError } from './locator-error.ts';

const ESCAPE = /\\(?:u\{([\dA-Fa-f]{1,6})\}|u([\dA-Fa-f]{4})|x([\dA-Fa-f]{2})|(\r\n|[\s\S]))/y;

/** Signs that mean nothing but themselves in any literal. */
const PLAIN = /[^\\'"`${\n\r]+/y;

/** Escapes that do not stand for themselves; a line break after a backslash stands for nothing. */
const SIMPLE_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['0', '\0'],
  ['\n', ''],
  ['\r', ''],
  ['\r\n', ''],
  ['\u2028', ''],
  ['\u2029', ''],
]);

function readEscape(text: string, offset: number): { value: string; end: number } {
  ESCAPE.lastIndex = offset;
  const [raw, codePoint, codeUnit, byte, simple = ''] = ESCAPE.exec(text) ?? [];
  if (raw === undefined) throw locatorError(text, { offset, message: 'nothing follows the backslash.' });
  const end = offset + raw.length;
  const hex = codePoint ?? codeUnit ?? byte;
  const broken =
    hex === undefined
      ? /^(?:[ux1-9]|0\d)/.test(text.slice(offset + 1, offset + 3))
      : Number.parseInt(hex, 16) > 0x10ffff;
  if (broken)
    throw locatorError(text, {
      offset,
      message: `"${text.slice(offset, offset + 2)}" begins no known escape.`,
      expected: '\\n, \\t, \\xHH, \\uHHHH, \\u{H…} or a backslash before a sign',
    });
  if (hex !== undefined) return { value: String.fromCodePoint(Number.parseInt(hex, 16)), end };
  return { value: SIMPLE_ESCAPES.get(simple) ?? simple, end };
}

/**
 * The signs from an offset on that stand for themselves. An expression may hold the quote of the string around it; one
 * with backslashes is written as JavaScript would have it.
 */
function runAt(text: string, offset: number, quote: string): string {
  const end = text.startsWith('{{', offset) ? expressionEnd(text, offset) : undefined;
  const computed = text.slice(offset, end ?? offset);
  if (computed.includes(quote) && !computed.includes('\\')) return computed;
  PLAIN.lastIndex = offset;
  return PLAIN.exec(text)?.[0] ?? text.charAt(offset);
}

/**
 * Reads the JavaScript string literal that begins at `start` with ', " or `.
 * Errors: `invalid-params` when it does not end, breaks the line outside of `…`, or holds `${`.
 */
export function readString(text: string, start: number): { value: string; end: number } {
  const quote = text.charAt(start);
  let value = '';
  let offset = start + 1;
  while (offset < text.length) {
    const sign = text.charAt(offset);
    if (sign === quote) return { value, end: offset + 1 };
    if (quote === '`' && text.startsWith('${', offset))
      throw locatorError(text, { offset, message: '"${" cannot be used: nothing in a locator is evaluated.' });
    if (quote !== '`' && (sign === '\n' || sign === '\r')) break;
    if (sign === '\\') {
      const escaped = readEscape(text, offset);
      value += escaped.value;
      offset = escaped.end;
    } else {
      const run = runAt(text, offset, quote);
      value += run;
      offset += run.length;
    }
  }
  throw locatorError(text, {
    offset: start,
    message: `the text that begins here is not closed with ${quote}.`,
    expected: quote,
  });
}
