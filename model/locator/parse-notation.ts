import type { AppError } from '../errors/errors.ts';
import { nearest } from '../errors/nearest.ts';
import { expressionEnd, hideExpressions } from '../values/template.ts';
import { type Locator, type LocatorStep, MAX_LOCATOR_NESTING, type RegexPattern } from './locator.ts';
import { LOCATOR_CALLS, type LocatorCall, placeAfter } from './locator-calls.ts';
import { locatorError } from './locator-error.ts';

interface TokenPlace {
  /** Zero-based, in the whole text; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

type NotationToken =
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

function readToken(text: string, offset: number): NotationToken {
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

const ESCAPE = /\\(?:u\{([\dA-Fa-f]{1,6})\}|u([\dA-Fa-f]{4})|x([\dA-Fa-f]{2})|(\r\n|[\s\S]))/y;

const PLAIN = /[^\\'"`${\n\r]+/y;

/** A line break after a backslash is dropped. */
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
      message: `"${text.slice(offset, offset + 2)}" is not a known escape.`,
      expected: '\\n, \\t, \\xHH, \\uHHHH, \\u{H…} or a backslash before a character',
    });
  if (hex !== undefined) return { value: String.fromCodePoint(Number.parseInt(hex, 16)), end };
  return { value: SIMPLE_ESCAPES.get(simple) ?? simple, end };
}

/** An expression may contain the quote of the string around it; one with backslashes is read as JavaScript. */
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
function readString(text: string, start: number): { value: string; end: number } {
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

const REGEX = /^\/((?:\\.|\[(?:\\.|[^\]\\\r\n])*\]|[^\\/[\r\n])+)\/([A-Za-z]*)/;

const FLAGS = 'gimsu';

const QUOTE = /^\\?(['"`])$/;

const hexEscape = (sign: string): string => `\\x${sign.charCodeAt(0).toString(16)}`;

/** Playwright's escaping misses a quote after another one, or after two escaped backslashes. */
function isMissedQuote(units: readonly string[], index: number): boolean {
  const before = units.slice(0, index).findLastIndex(unit => unit !== '\\\\');
  return index - before > 2 || QUOTE.test(units[before] ?? '');
}

/**
 * The one spelling of a pattern that passes through Playwright's selectors unharmed.
 * Their escaping of quotes and of `>>` is not complete, and is left out under the flag u.
 * Errors: `SyntaxError` of the platform when it is no regular expression.
 */
export function canonicalRegex(source: string, flags: string): RegexPattern {
  const regex = new RegExp(source, flags);
  const units = regex.source.match(/\\?[\s\S]/g) ?? [];
  const written = units.map((unit, index) => {
    if (unit === '>' && units[index - 1]?.endsWith('>')) return hexEscape(unit);
    const quote = QUOTE.exec(unit)?.[1];
    if (quote === undefined) return unit;
    return regex.unicode || isMissedQuote(units, index) ? hexEscape(quote) : quote;
  });
  return { source: written.join(''), flags: regex.flags };
}

/** Errors: `invalid-params` when it is not closed, not valid, or has other flags than g, i, m, s, u. */
function readRegex(text: string, start: number): { value: RegexPattern; end: number } {
  const rest = text.slice(start);
  const [raw, readable = '', flags = ''] = REGEX.exec(rest.includes('{{') ? hideExpressions(rest, 'x') : rest) ?? [];
  if (raw === undefined)
    throw locatorError(text, {
      offset: start,
      message: 'the regular expression that begins here is not closed with /.',
      expected: '/…/ or /…/i',
    });
  const unknown = [...flags].find(flag => !FLAGS.includes(flag));
  if (unknown !== undefined)
    throw locatorError(text, {
      offset: start + raw.length - flags.length + flags.indexOf(unknown),
      message: `"${unknown}" is not a regular expression flag here; known: ${[...FLAGS].join(', ')}.`,
      expected: [...FLAGS].join(', '),
    });
  try {
    const source = rest.slice(1, 1 + readable.length);
    const pattern = canonicalRegex(readable, flags);
    // A pattern with values is spelled once they are filled in.
    return { value: source === readable ? pattern : { source, flags: pattern.flags }, end: start + raw.length };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw locatorError(text, { offset: start, message: `${reason}.`, expected: 'a regular expression' });
  }
}

interface Cursor {
  readonly text: string;
  token: NotationToken;
}

type Arguments = Map<string, { readonly value: unknown; readonly token: NotationToken }>;

interface OpenCall {
  readonly name: string;
  readonly call: LocatorCall;
  readonly depth: number;
}

function advance(cursor: Cursor): NotationToken {
  const { token } = cursor;
  cursor.token = readToken(cursor.text, token.end);
  return token;
}

function skipMark(cursor: Cursor, mark: string): boolean {
  const found = cursor.token.type === 'mark' && cursor.token.mark === mark;
  if (found) advance(cursor);
  return found;
}

function skipName(cursor: Cursor, name: string): boolean {
  const found = cursor.token.type === 'name' && cursor.token.name === name;
  if (found) advance(cursor);
  return found;
}

const faultAt = ({ text }: Cursor, { start }: NotationToken, message: string, expected?: string): AppError =>
  locatorError(text, { offset: start, message, ...(expected === undefined ? {} : { expected }) });

function unexpected(cursor: Cursor, token: NotationToken, expected: string): AppError {
  const raw = cursor.text.slice(token.start, token.end);
  const found = token.type === 'end' ? 'the text ends' : `found ${raw.length > 40 ? `${raw.slice(0, 39)}…` : raw}`;
  return faultAt(cursor, token, `${found} where ${expected} was expected.`, expected);
}

function takeMark(cursor: Cursor, mark: string, expected = `"${mark}"`): void {
  if (!skipMark(cursor, mark)) throw unexpected(cursor, cursor.token, expected);
}

const didYouMean = (name: string, known: readonly string[]): string => {
  const close = nearest(name.replaceAll('_', ''), known);
  return close === undefined ? '' : ` Did you mean ${close}?`;
};

function misplacedCall(cursor: Cursor, name: string, steps: readonly LocatorStep[]): AppError {
  const place = placeAfter(steps);
  const fitting = [...LOCATOR_CALLS].flatMap(([other, { after }]) => (after.includes(place) ? [other] : [])).join(', ');
  const where = { page: 'come first', element: 'follow an element', frame: 'follow a frame' }[place];
  return faultAt(cursor, cursor.token, `${name} cannot ${where}. Possible here: ${fitting}.`, fitting);
}

const WORDS_OF_LANGUAGES = ['True', 'False', 'None', 'null', 'undefined'];

const isBareText = ({ text }: Cursor, { name, start, end }: Extract<NotationToken, { type: 'name' }>): boolean =>
  /[(,:]\s*$/.test(text.slice(0, start)) && !/^\s*[(.]/.test(text.slice(end)) && !WORDS_OF_LANGUAGES.includes(name);

function readCallName(cursor: Cursor, steps: readonly LocatorStep[]): { name: string; call: LocatorCall } {
  const { token } = cursor;
  if (token.type !== 'name') throw unexpected(cursor, token, 'a call such as getByRole(…)');
  const call = LOCATOR_CALLS.get(token.name);
  if (call === undefined) {
    const known = [...LOCATOR_CALLS.keys()];
    if (isBareText(cursor, token)) {
      const quoted = `'${token.name}'`;
      throw faultAt(cursor, token, `${token.name} has no quotes; a text is written ${quoted}.`, quoted);
    }
    const message = `${token.name} is not part of a locator.${didYouMean(token.name, known)} Known: ${known.join(', ')}.`;
    throw faultAt(cursor, token, message, known.join(', '));
  }
  if (!call.after.includes(placeAfter(steps))) throw misplacedCall(cursor, token.name, steps);
  advance(cursor);
  return { name: token.name, call };
}

function parseValue(cursor: Cursor, depth: number, name: string): unknown {
  const { token } = cursor;
  if (token.type === 'value') {
    advance(cursor);
    return token.value;
  }
  if (token.type !== 'name') throw unexpected(cursor, token, `the ${name}`);
  if (skipName(cursor, 'true')) return true;
  if (skipName(cursor, 'false')) return false;
  if (depth === MAX_LOCATOR_NESTING)
    throw faultAt(cursor, token, `locators are nested more than ${MAX_LOCATOR_NESTING} deep.`);
  return parseChain(cursor, depth + 1);
}

function readKey(cursor: Cursor, { name, call }: OpenCall, values: Arguments): string {
  const { token } = cursor;
  const known = call.options.join(', ');
  const key = token.type === 'name' ? token.name : token.type === 'value' && token.value;
  if (typeof key !== 'string') throw unexpected(cursor, token, `an option (${known}) or "}"`);
  if (!call.options.includes(key)) {
    const message = `${name} has no option ${key}.${didYouMean(key, call.options)} Known: ${known}.`;
    throw faultAt(cursor, token, message, known);
  }
  if (values.has(key)) throw faultAt(cursor, token, `the option ${key} is given twice.`);
  advance(cursor);
  return key;
}

function parseOptions(cursor: Cursor, open: OpenCall, values: Arguments): void {
  while (!skipMark(cursor, '}')) {
    const key = readKey(cursor, open, values);
    takeMark(cursor, ':');
    const { token } = cursor;
    values.set(key, { value: parseValue(cursor, open.depth, `value of ${key}`), token });
    if (skipMark(cursor, ',')) continue;
    takeMark(cursor, '}', '"," or "}"');
    return;
  }
}

/** Reads from the token after "(" up to ")", which is left unread. */
function parseArguments(cursor: Cursor, open: OpenCall): Arguments {
  const { name, call, depth } = open;
  const values: Arguments = new Map();
  const parameters = [...call.positional];
  let optionsAllowed = call.options.length > 0;
  while (!(cursor.token.type === 'mark' && cursor.token.mark === ')')) {
    const { token } = cursor;
    const parameter = parameters.shift();
    if (parameter !== undefined) {
      values.set(parameter, { value: parseValue(cursor, depth, parameter), token });
    } else if (optionsAllowed && skipMark(cursor, '{')) {
      parseOptions(cursor, open, values);
      optionsAllowed = false;
    } else {
      const more = optionsAllowed ? 'takes nothing more except options, { … }.' : 'takes nothing more.';
      throw faultAt(cursor, token, `${name} ${more}`, ')');
    }
    if (!skipMark(cursor, ',')) break;
  }
  return values;
}

function parseCall(cursor: Cursor, steps: readonly LocatorStep[], depth: number): readonly LocatorStep[] {
  const start = cursor.token;
  const { name, call } = readCallName(cursor, steps);
  takeMark(cursor, '(');
  const values = parseArguments(cursor, { name, call, depth });
  const end = cursor.token;
  takeMark(cursor, ')', values.size > 0 ? '"," or ")"' : '")"');
  const input = Object.fromEntries([...values].map(([key, { value }]) => [key, value]));
  const extended = call.extend(steps, input);
  if (typeof extended === 'string') {
    const [first] = values.values();
    throw faultAt(cursor, first?.token ?? start, extended);
  }
  if (!('code' in extended)) return extended;
  throw unexpected(cursor, values.get(String(extended.path[0]))?.token ?? end, extended.message);
}

function parseChain(cursor: Cursor, depth: number): Locator {
  if (skipName(cursor, 'page')) takeMark(cursor, '.');
  let steps = parseCall(cursor, [], depth);
  while (skipMark(cursor, '.')) steps = parseCall(cursor, steps, depth);
  if (placeAfter(steps) === 'element') return { steps };
  throw unexpected(cursor, cursor.token, 'a call that finds an element in the frame');
}

/**
 * Parses Playwright's notation: calls chained by dots, from the page inwards.
 * A leading `await` or `page.` and a final `;` are passed over. Errors: `invalid-params` with the position.
 */
export function parseNotation(text: string): Locator {
  const cursor: Cursor = { text, token: readToken(text, 0) };
  skipName(cursor, 'await');
  const locator = parseChain(cursor, 0);
  skipMark(cursor, ';');
  if (cursor.token.type !== 'end') throw unexpected(cursor, cursor.token, '"." or the end');
  return locator;
}
