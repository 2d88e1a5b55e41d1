/** The largest number that is counted to where nothing else sets a limit. */
const MOST = 999_999_999;

/** What a text would have to be to stand for a whole number, e.g. `10000 at most`; undefined when it does. */
export function wantedNumber(text: string, most = MOST): string | undefined {
  if (!/^\d+$/.test(text.trim())) return 'a whole number';
  return Number(text) > most ? `${most} at most` : undefined;
}

/** Says of a text that should stand for a whole number what is wrong with it; undefined when nothing is. */
export function numberFault(what: string, text: string, most?: number): string | undefined {
  const wanted = wantedNumber(text, most);
  return wanted === undefined ? undefined : `${what} must be ${wanted}, not "${text}"`;
}
