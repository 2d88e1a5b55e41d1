import { stripVTControlCharacters } from 'node:util';

const LINE_ENDS = /\r\n|[\r\n\p{Zl}\p{Zp}]/u;

/**
 * A text of the page or of a person as one line that a terminal and Gherkin take as it is: no escape sequences,
 * control characters or line ends, no blanks around, well-formed. May be empty.
 */
export const singleLine = (text: string): string => plainLine(text).trim();

/** The lines of a text, each without escape sequences and control characters; indents stay. */
export const plainLines = (text: string): string[] => stripVTControlCharacters(text).split(LINE_ENDS).map(plainLine);

const plainLine = (text: string): string =>
  stripVTControlCharacters(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    // Halves of surrogate pairs and two that XML forbids.
    .replace(/[\p{Cs}\uFFFE\uFFFF]/gu, '\uFFFD');
