import type { AppError } from '../errors/errors.ts';
import { nearest } from '../errors/nearest.ts';
import type { Locator, LocatorStep } from './locator.ts';
import { MAX_LOCATOR_NESTING, placeAfter } from './locator.ts';
import { LOCATOR_CALLS, type LocatorCall } from './locator-calls.ts';
import { locatorError } from './locator-error.ts';
import { type NotationToken, readToken } from './read-token.ts';

/** How far the text has been read; `token` is the next one. */
interface Cursor {
  readonly text: string;
  token: NotationToken;
}

/** Values given to a call by the name of their parameter, and where each begins. */
type Arguments = Map<string, { readonly value: unknown; readonly token: NotationToken }>;

interface OpenCall {
  readonly name: string;
  readonly call: LocatorCall;
  /** How many locators this call is in. */
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

/** A word where a value begins that is not called. */
const isBareText = ({ text }: Cursor, { name, start, end }: Extract<NotationToken, { type: 'name' }>): boolean =>
  /[(,:]\s*$/.test(text.slice(0, start)) && !/^\s*[(.]/.test(text.slice(end)) && !WORDS_OF_LANGUAGES.includes(name);

/** The call that the next token names, if it may follow the steps so far. */
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

/** From the sign after "(" up to ")", which is left unread. */
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
