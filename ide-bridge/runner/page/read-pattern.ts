import { readPattern } from '../../../model/values/pattern.ts';

/** An expected address: a regular expression, or a text that may start from the app's address, e.g. `/basket`. */
export function readAddress(text: string, appUrl: string | undefined, field: string): string | RegExp {
  const pattern = readPattern(text, field);
  // A path such as /en/us has an end that only looks like flags: addresses know no other flag than i.
  if (typeof pattern !== 'string' && /^i?$/.test(pattern.flags)) return pattern;
  return URL.parse(text, text.startsWith('/') ? appUrl : undefined)?.href ?? text;
}

/** The same ignoring case, for matchers that cannot do so themselves. */
export function withoutCase(pattern: string | RegExp): RegExp {
  if (typeof pattern !== 'string') return new RegExp(pattern, [...new Set(`${pattern.flags}i`)].join(''));
  return new RegExp(`^${pattern.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$`, 'i');
}
