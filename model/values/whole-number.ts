const MOST = 999_999_999;

/** What a text should be, e.g. `10000 at most`; undefined when it is. */
export function wantedNumber(text: string, most = MOST): string | undefined {
  if (!/^\d+$/.test(text.trim())) return 'a whole number';
  return Number(text) > most ? `${most} at most` : undefined;
}

export function numberFault(what: string, text: string, most?: number): string | undefined {
  const wanted = wantedNumber(text, most);
  return wanted === undefined ? undefined : `${what} must be ${wanted}, not "${text}"`;
}
