import { createScanner, type JSONPath, type JSONScanner, visit } from 'jsonc-parser';
import { AppError } from '../../../model/errors/errors.ts';
import { fieldPath } from '../../../model/errors/explain-issues.ts';

/** The engine's own messages often name no place. */

interface JsonFault {
  position: number;
  reason: string;
  found?: string;
}

/** By the scanner's `SyntaxKind`: `S` for a string, `x` for a number or word, a space for blanks, `?` for no JSON. */
const TOKENS = '?{}[],:xxxSx??  ??';
/** The scanner ends numbers before these, which no number or word of JSON does. */
const GOES_ON = /[\w.+-]/;
const WORD = /(?:true|false|null)(?![\w.+-])/y;

function readToken(scanner: JSONScanner, text: string): [token: string, offset: number] {
  let token = ' ';
  while (token === ' ') token = TOKENS[scanner.scan()] ?? '?';
  const offset = scanner.getTokenOffset();
  WORD.lastIndex = offset;
  if (token === '?' && WORD.test(text)) {
    scanner.setPosition(WORD.lastIndex);
    return ['x', offset];
  }
  const isCut = token === 'x' && GOES_ON.test(text.charAt(scanner.getPosition()));
  return [isCut || scanner.getTokenError() !== 0 ? '?' : token, offset];
}

const EXPECTED = {
  value: ['a value', '{[Sx'],
  firstValue: ['a value or ]', '{[Sx]'],
  name: ['a name in double quotes', 'S'],
  firstName: ['a name in double quotes or }', 'S}'],
  colon: ['a colon', ':'],
  moreNames: ['a comma or }', ',}'],
  moreValues: ['a comma or ]', ',]'],
  end: ['the end', ''],
} as const;
type Expected = keyof typeof EXPECTED;

const afterValue = (open: readonly string[]): Expected => {
  if (open.length === 0) return 'end';
  return open.at(-1) === '{' ? 'moreNames' : 'moreValues';
};

function step(token: string, expected: Expected, open: string[]): Expected {
  if (token === '{' || token === '[') {
    open.push(token);
    return token === '{' ? 'firstName' : 'firstValue';
  }
  if (token === '}' || token === ']') open.pop();
  if (token === ',') return open.at(-1) === '{' ? 'name' : 'value';
  if (token === ':') return 'value';
  const isName = expected === 'name' || expected === 'firstName';
  return token === 'S' && isName ? 'colon' : afterValue(open);
}

function unexpected(text: string, position: number, expected: Expected): JsonFault {
  const [wanted, kinds] = EXPECTED[expected];
  if (position >= text.length) return { position, reason: `the text ends too early, expected ${wanted}` };
  if (text[position] === '"' && kinds.includes('S')) {
    return { position, reason: 'this text in quotes has no end on its line, or an unknown escape' };
  }
  const found = /^(?:[\w.+-]+|[^\s\p{C}])/u.exec(text.slice(position, position + 20))?.[0];
  return { position, reason: `expected ${wanted}`, found: found ?? 'a character that is not allowed' };
}

/** Only for a text that `JSON.parse` has refused. */
export function findJsonFault(text: string): JsonFault {
  const scanner = createScanner(text);
  const open: string[] = [];
  let expected: Expected = 'value';
  for (;;) {
    const [token, offset] = readToken(scanner, text);
    if (token === '?' || !EXPECTED[expected][1].includes(token)) return unexpected(text, offset, expected);
    expected = step(token, expected, open);
  }
}

const MAX_DEPTH = 64;
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
const MERGE_MARKER = /^(?:<{7}|={7}|>{7})(?:\s|$)/m;
const LONGEST_REASON = 500;

/** In `facts.fault` of the error. */
type JsonFaultKind = 'empty' | 'null-bytes' | 'merge-conflict' | 'syntax' | 'forbidden-key' | 'too-deep';

interface Damage {
  fault: JsonFaultKind;
  position: number;
  reason: string;
}

function damaged(file: string, text: string, { fault, position, reason }: Damage): AppError {
  const before = text.slice(0, position).split('\n');
  const line = before.length;
  const column = (before.at(-1)?.length ?? 0) + 1;
  const message = `${file}, line ${line}, column ${column}: ${reason.slice(0, LONGEST_REASON)}.`;
  return new AppError('damaged-file', message, { facts: { file, line, column, fault } });
}

function explainSyntax(text: string, isPrivate: boolean): Damage {
  if (text.trim() === '') return { fault: 'empty', position: 0, reason: 'the text is empty' };
  const zero = text.indexOf('\0');
  if (zero >= 0) {
    const reason = 'NUL bytes, as a power cut leaves them; take a backup or the version from git';
    return { fault: 'null-bytes', position: zero, reason };
  }
  const marker = MERGE_MARKER.exec(text);
  if (marker !== null) {
    const reason = 'merge markers; resolve the git conflict and save the file';
    return { fault: 'merge-conflict', position: marker.index, reason };
  }
  const { position, reason, found } = findJsonFault(text);
  return { fault: 'syntax', position, reason: found === undefined || isPrivate ? reason : `${reason}, found ${found}` };
}

function forbiddenKey(key: string, text: string): Damage {
  const reason = `the name ${key} is not allowed in JSON that is stored or sent`;
  return { fault: 'forbidden-key', position: Math.max(0, text.search(new RegExp(`"${key}"\\s*:`))), reason };
}

const isContainer = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function findForbidden(value: unknown, depth: number, text: string): Damage | undefined {
  if (!isContainer(value)) return undefined;
  if (depth >= MAX_DEPTH)
    return { fault: 'too-deep', position: 0, reason: `more than ${MAX_DEPTH} levels of brackets` };
  if (Array.isArray(value)) {
    for (const item of value) {
      const damage = findForbidden(item, depth + 1, text);
      if (damage !== undefined) return damage;
    }
    return undefined;
  }
  // Several times as fast as Object.entries; parsed objects inherit nothing that could be listed.
  for (const key in value) {
    if (FORBIDDEN_KEYS.has(key)) return forbiddenKey(key, text);
    const damage = findForbidden(value[key], depth + 1, text);
    if (damage !== undefined) return damage;
  }
  return undefined;
}

interface ParseJsonOptions {
  file: string;
  /** Messages must not show its content. */
  isPrivate?: boolean;
}

/** Takes a byte order mark. Errors: `damaged-file` with place and reason; `facts.fault` is a `JsonFaultKind`. */
export function parseJson(text: string, { file, isPrivate = false }: ParseJsonOptions): unknown {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw damaged(file, json, explainSyntax(json, isPrivate));
  }
  const damage = findForbidden(value, 0, json);
  if (damage !== undefined) throw damaged(file, json, damage);
  return value;
}

const LONGEST_SHOWN = 40;

function describe(json: unknown): string {
  if (Array.isArray(json)) return 'a list';
  const text = JSON.stringify(json);
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}…`;
}

/** Errors: `damaged-file`, also for JSON that is no object. */
export function parseJsonObject(text: string, options: ParseJsonOptions): Readonly<Record<string, unknown>> {
  const json = parseJson(text, options);
  if (isContainer(json) && !Array.isArray(json)) return json;
  const { file, isPrivate = false } = options;
  const message = `${file} holds ${isPrivate ? 'something else' : describe(json)}, expected an object in braces.`;
  throw new AppError('damaged-file', message, { facts: { file, line: 1 } });
}

const holds = (path: string, field: string): boolean =>
  path === '' || field === path || field.startsWith(`${path}.`) || field.startsWith(`${path}[`);

/** Counts from 1; for a missing field such as `tests[2].name`, the line of what should hold it. */
export function lineOfField(text: string, field: string): number {
  let [found, nearest] = [1, ''];
  const look = (line: number, pathOf: () => JSONPath): void => {
    const path = fieldPath('', pathOf());
    if (holds(path, field) && path.length >= nearest.length) [found, nearest] = [line + 1, path];
  };
  visit(text, {
    onObjectBegin: (...[, , line, , pathOf]) => look(line, pathOf),
    onArrayBegin: (...[, , line, , pathOf]) => look(line, pathOf),
    onLiteralValue: (...[, , , line, , pathOf]) => look(line, pathOf),
  });
  return found;
}
