/** Quoted texts, placeholders and numbers. An apostrophe in a word is no quote. */
const VALUES =
  /"[^"]*"|“[^”]*”|«[^»]*»|(?<![\p{L}\p{N}])'[^']*'(?![\p{L}\p{N}])|<[^<>]*>|(?<![\p{L}\p{N}_])[-+]?\d+(?:[.,]\d+)*(?![\p{L}\p{N}_])/gu;
const QUOTE = /^["'“«]/u;
const QUOTES = /^["'“«]|["'”»]$/gu;
/** Placeholder for a value; no text of a step contains it. */
const HOLE = '\u0000';

export const withoutValues = (text: string): string =>
  text.replace(VALUES, ' ').replace(/\s+/gu, ' ').trim().toLowerCase();

export const valuesIn = (text: string): string[] =>
  (text.match(VALUES) ?? []).map(value => (QUOTE.test(value) ? value.replace(QUOTES, '') : value));

/** The same for texts that differ only in quoted values and numbers; an unquoted placeholder is a number. */
export const patternOf = (text: string): string =>
  text.replace(VALUES, value => (QUOTE.test(value) ? `"${HOLE}"` : HOLE));

export function partsOf(text: string): { text: string; isValue: boolean }[] {
  const parts: { text: string; isValue: boolean }[] = [];
  let end = 0;
  for (const { 0: value, index } of text.matchAll(VALUES)) {
    parts.push({ text: text.slice(end, index), isValue: false }, { text: value, isValue: true });
    end = index + value.length;
  }
  return [...parts, { text: text.slice(end), isValue: false }].filter(part => part.text !== '');
}

const COLUMN = /^<([A-Za-z_][A-Za-z0-9_]{0,63})>$/;

export function parameterNames(texts: readonly string[]): string[] {
  const names: string[] = [];
  const written = texts.map(text => text.match(VALUES) ?? []);
  for (const [at, value] of (written[0] ?? []).entries()) {
    const column = texts
      .flatMap(text => COLUMN.exec(valuesIn(text)[at] ?? '')?.[1] ?? [])
      .find(name => !names.includes(name));
    const kind = QUOTE.test(value) ? 'value' : 'number';
    const count = names.filter(name => name.startsWith(kind)).length + 1;
    names.push(column ?? (count === 1 ? kind : `${kind}${count}`));
  }
  return names;
}

export const shownPattern = (pattern: string): string => pattern.replaceAll(HOLE, '…');
