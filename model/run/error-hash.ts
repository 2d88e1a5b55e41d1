import type { ActionFailure } from './run.ts';

/** Texts as they stood in the message, and as the test has them, e.g. `Welcome Ann` and `Welcome {{user}}`. */
export type FilledTexts = ReadonlyMap<string, string>;

const LOOKED_FOR = / \(looked for [^)]*\)/g;
const ACTUAL = /, but .*$/s;
const ADDRESS = /\bhttps?:\/\/[^/\s?#]+([^\s?#]*)[^\s]*/g;
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
/** Long hexadecimal numbers, which hold a digit. */
const HEXADECIMAL = /\b(?=[a-f]*\d)[0-9a-f]{8,}\b/gi;
const CODE = /\b(?:m\d+\.)?[mtarevf]\d+\b/g;
/** A digit that ends a word, as in h1, is part of a name. */
const NUMBER = /(?<![A-Za-z])\d+(?:[.,:]\d+)*|\d{2,}/g;

/**
 * A short name of what went wrong, the same wherever and whenever it does: it leaves out what was found in place of what
 * was expected, hosts and ports, codes, ids, times and other numbers, and sees values as the test writes them.
 */
export function errorHash({ message, actual }: ActionFailure, filled: FilledTexts = new Map()): string {
  let words = actual === undefined ? message : message.replace(ACTUAL, '');
  for (const [text, template] of filled) words = words.replaceAll(`“${text}”`, `“${template}”`);
  words = words
    .replace(LOOKED_FOR, '')
    .replace(ADDRESS, '$1')
    .replace(UUID, '#')
    .replace(HEXADECIMAL, '#')
    .replace(CODE, '#')
    .replace(NUMBER, '#');
  return fingerprint(words);
}

const OFFSET = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;

/** FNV-1a of 64 bits, as 16 hexadecimal digits: it tells errors apart and keeps no secret. */
function fingerprint(text: string): string {
  let hash = OFFSET;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME);
  return hash.toString(16).padStart(16, '0');
}
