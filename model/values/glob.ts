/** Patterns of addresses as Playwright has them: `*` within a part, `**` across parts, `{png,jpg}` for one of several. */

/** The pattern must have its values filled in. */
export function globFault(pattern: string): string | undefined {
  if (pattern.trim() === '') return 'a pattern is needed, e.g. **/api/orders or /basket';
  const braces = [...pattern.matchAll(/\\.|[{}]/gs)].map(([sign]) => sign).filter(sign => sign.length === 1);
  const isPaired = braces.length % 2 === 0 && braces.every((sign, at) => sign === (at % 2 === 0 ? '{' : '}'));
  return isPaired ? undefined : `“${pattern}” is no address pattern: its braces do not pair, as in **/*.{png,jpg}`;
}

/** Begins with any text, or names its scheme. */
const isWhole = (pattern: string): boolean => pattern.startsWith('*') || /^[^/?]*:\/\//.test(pattern);

const asText = (address: string): string => address.replace(/[\\*{}]/g, '\\$&');

/** A pattern for whole addresses; undefined for a relative one without a base that it could start from. */
export function wholeGlob(pattern: string, base: string | undefined): string | undefined {
  if (isWhole(pattern)) return pattern;
  const start = URL.parse(base ?? '');
  if (start === null || start.origin === 'null') return undefined;
  if (pattern.startsWith('//')) return start.protocol + pattern;
  if (pattern.startsWith('/')) return asText(start.origin) + pattern;
  return asText(new URL('.', start).href) + pattern.replace(/^\.\//, '');
}
