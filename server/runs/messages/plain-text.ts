import { stripVTControlCharacters } from 'node:util';

const LINE_ENDS = /\r\n|[\r\n\p{Zl}\p{Zp}]/u;

/** One line that a terminal and Gherkin take as it is: no escape sequences or control characters. May be empty. */
export const singleLine = (text: string): string => plainLine(text).trim();

export const plainLines = (text: string): string[] => stripVTControlCharacters(text).split(LINE_ENDS).map(plainLine);

export const terminalText = (text: string): string => withoutTurns(plainLines(text).join('\n'));

/** Removes direction marks, whose effect would reach past the end of the text. */
export const withoutTurns = (text: string): string => text.replace(TURNS, '');

/** Escapes what a terminal would obey or show in another order. */
export const terminalJson = (value: unknown, indent?: number): string =>
  (JSON.stringify(value, undefined, indent) ?? '').replace(OBEYED, character => `\\u${hex(character)}`);

const TURNS = /[\u202A-\u202E\u2066-\u2069]/g;

/** JSON escapes U+0000 to U+001F by itself. */
const OBEYED = /[\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

const hex = (character: string): string => character.charCodeAt(0).toString(16).padStart(4, '0');

const plainLine = (text: string): string =>
  stripVTControlCharacters(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    // XML forbids unpaired surrogates and these two characters.
    .replace(/[\p{Cs}\uFFFE\uFFFF]/gu, '\uFFFD');
