/** Patterns of addresses as Playwright has them: `*` within a part, `**` across parts, `{png,jpg}` for one of several. */

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
