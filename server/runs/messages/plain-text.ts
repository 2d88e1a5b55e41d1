import { stripVTControlCharacters } from 'node:util';

const LINE_ENDS = /\r\n|[\r\n\p{Zl}\p{Zp}]/u;

/**
 * A text of the page or of a person as one line that a terminal and Gherkin take as it is: no escape sequences,
 * control characters or line ends, no blanks around, well-formed. May be empty.
 */
export const singleLine = (text: string): string => plainLine(text).trim();

/** The lines of a text, each without escape sequences and control characters; indents stay. */
export const plainLines = (text: string): string[] => stripVTControlCharacters(text).split(LINE_ENDS).map(plainLine);

/** Lines for people at a terminal: as `plainLines`, without what turns the writing round. */
export const terminalText = (text: string): string => withoutTurns(plainLines(text).join('\n'));

/** Embedded and overridden directions, which would reach over the end of the text that holds them. */
export const withoutTurns = (text: string): string => text.replace(TURNS, '');

/** JSON that a terminal takes as it is: what it would obey, or show in another order, is escaped. */
export const terminalJson = (value: unknown, indent?: number): string =>
  (JSON.stringify(value, undefined, indent) ?? '').replace(OBEYED, character => `\\u${hex(character)}`);

const TURNS = /[\u202A-\u202E\u2066-\u2069]/g;

/** Beside the characters that all JSON escapes. */
const OBEYED = /[\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

const hex = (character: string): string => character.charCodeAt(0).toString(16).padStart(4, '0');

const plainLine = (text: string): string =>
  stripVTControlCharacters(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    // Halves of surrogate pairs and two that XML forbids.
    .replace(/[\p{Cs}\uFFFE\uFFFF]/gu, '\uFFFD');
