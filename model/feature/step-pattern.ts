/** What is left of step texts when their values are taken out. Pure. */

/** What changes from step to step: quoted texts, placeholders and numbers. An apostrophe in a word is no quote. */
const VALUES =
  /"[^"]*"|“[^”]*”|«[^»]*»|(?<![\p{L}\p{N}])'[^']*'(?![\p{L}\p{N}])|<[^<>]*>|(?<![\p{L}\p{N}_])[-+]?\d+(?:[.,]\d+)*(?![\p{L}\p{N}_])/gu;
const QUOTE = /^["'“«]/u;
const QUOTES = /^["'“«]|["'”»]$/gu;
/** Stands for a value; no text of a step has it. */
const HOLE = '\u0000';

/** The words of a text for those who look for words. */
export const withoutValues = (text: string): string =>
  text.replace(VALUES, ' ').replace(/\s+/gu, ' ').trim().toLowerCase();

/** The values of a text in their order: placeholders as written, texts without their quotes. */
export const valuesIn = (text: string): string[] =>
  (text.match(VALUES) ?? []).map(value => (QUOTE.test(value) ? value.replace(QUOTES, '') : value));

/** The same for texts that differ only in quoted values and in numbers; a placeholder without quotes is as a number. */
export const patternOf = (text: string): string =>
  text.replace(VALUES, value => (QUOTE.test(value) ? `"${HOLE}"` : HOLE));

/** A pattern as people read it: `I open the "…" example`. */
export const shownPattern = (pattern: string): string => pattern.replaceAll(HOLE, '…');
