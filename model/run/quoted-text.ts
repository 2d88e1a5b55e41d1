const MOST_QUOTED = 80;

/** In one line, cut. */
export function inShort(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MOST_QUOTED ? `${line.slice(0, MOST_QUOTED)}…` : line;
}

export const quotedText = (text: string): string => `“${inShort(text)}”`;

/** Of an address, without its origin. */
export function pathOf(url: string): string {
  const { pathname, search } = URL.parse(url) ?? {};
  return pathname === undefined ? url : `${pathname}${search}`;
}
