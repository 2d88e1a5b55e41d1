import { hideExpressions } from '../values/template.ts';
import type { RegexPattern } from './locator.ts';
import { locatorError } from './locator-error.ts';

const REGEX = /^\/((?:\\.|\[(?:\\.|[^\]\\\r\n])*\]|[^\\/[\r\n])+)\/([A-Za-z]*)/;

const FLAGS = 'gimsu';

const QUOTE = /^\\?(['"`])$/;

const hexEscape = (sign: string): string => `\\x${sign.charCodeAt(0).toString(16)}`;

/** Playwright's escaping passes over a quote after another one, or after two escaped backslashes. */
function isMissedQuote(units: readonly string[], index: number): boolean {
  const before = units.slice(0, index).findLastIndex(unit => unit !== '\\\\');
  return index - before > 2 || QUOTE.test(units[before] ?? '');
}

/**
 * The one spelling of a pattern that passes through Playwright's selectors unharmed.
 * Their escaping of quotes and of `>>` is not complete, and is left out under the flag u.
 * Errors: `SyntaxError` of the platform when it is no regular expression.
 */
export function canonicalRegex(source: string, flags: string): RegexPattern {
  const regex = new RegExp(source, flags);
  const units = regex.source.match(/\\?[\s\S]/g) ?? [];
  const written = units.map((unit, index) => {
    if (unit === '>' && units[index - 1]?.endsWith('>')) return hexEscape(unit);
    const quote = QUOTE.exec(unit)?.[1];
    if (quote === undefined) return unit;
    return regex.unicode || isMissedQuote(units, index) ? hexEscape(quote) : quote;
  });
  return { source: written.join(''), flags: regex.flags };
}

/**
 * Reads the regular expression literal that begins at `start`.
 * Errors: `invalid-params` when it is not closed, not valid, or has other flags than g, i, m, s, u.
 */
export function readRegex(text: string, start: number): { value: RegexPattern; end: number } {
  const rest = text.slice(start);
  const [raw, readable = '', flags = ''] = REGEX.exec(rest.includes('{{') ? hideExpressions(rest, 'x') : rest) ?? [];
  if (raw === undefined)
    throw locatorError(text, {
      offset: start,
      message: 'the regular expression that begins here is not closed with /.',
      expected: '/…/ or /…/i',
    });
  const unknown = [...flags].find(flag => !FLAGS.includes(flag));
  if (unknown !== undefined)
    throw locatorError(text, {
      offset: start + raw.length - flags.length + flags.indexOf(unknown),
      message: `"${unknown}" is no flag of a regular expression here; known: ${[...FLAGS].join(', ')}.`,
      expected: [...FLAGS].join(', '),
    });
  try {
    const source = rest.slice(1, 1 + readable.length);
    const pattern = canonicalRegex(readable, flags);
    // One that holds values gets its spelling when they are in.
    return { value: source === readable ? pattern : { source, flags: pattern.flags }, end: start + raw.length };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw locatorError(text, { offset: start, message: `${reason}.`, expected: 'a regular expression' });
  }
}
