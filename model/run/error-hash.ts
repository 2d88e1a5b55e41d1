import type { ActionFailure } from './run.ts';

/** From texts in the message to those of the test, e.g. `Welcome Ann` to `Welcome {{user}}`. */
export type FilledTexts = ReadonlyMap<string, string>;

const LOOKED_FOR = / \(looked for [^)]*\)/g;
const ACTUAL = /, but .*$/s;
const ADDRESS = /\bhttps?:\/\/[^/\s?#]+([^\s?#]*)[^\s]*/g;
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
const HEXADECIMAL = /\b(?=[a-f]*\d)[0-9a-f]{8,}\b/gi;
const CODE = /\b(?:m\d+\.)?[mtarevf]\d+\b/g;
/** A digit that ends a word, as in h1, is part of a name. */
const NUMBER = /(?<![A-Za-z])\d+(?:[.,:]\d+)*|\d{2,}/g;

/**
 * The same for the same error everywhere: it leaves out actual values, hosts and ports, codes, ids, times and other
 * numbers, and takes filled values as the test writes them.
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

/** 64-bit FNV-1a as 16 hexadecimal digits; it reveals no secret. */
function fingerprint(text: string): string {
  let hash = OFFSET;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME);
  return hash.toString(16).padStart(16, '0');
}
