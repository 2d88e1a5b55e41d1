import { AppError } from '../../../model/errors/errors.ts';
import { escapeForPattern, readPattern } from '../../../model/values/pattern.ts';
import { wantedNumber } from '../../../model/values/whole-number.ts';

/** Errors: `invalid-project`. */
export function readNumber(text: string, field: string, most?: number): number {
  const wanted = wantedNumber(text, most);
  if (wanted === undefined) return Number(text);
  throw new AppError('invalid-project', `"${field}" must be ${wanted}, not “${text}”.`, { field });
}

export function readAddress(text: string, appUrl: string | undefined, field: string): string | RegExp {
  const pattern = readPattern(text, field);
  // A path such as /en/us has an end that only looks like flags: addresses know no other flag than i.
  if (typeof pattern !== 'string' && /^i?$/.test(pattern.flags)) return pattern;
  return URL.parse(text, text.startsWith('/') ? appUrl : undefined)?.href ?? text;
}

export function withoutCase(pattern: string | RegExp): RegExp {
  if (typeof pattern !== 'string') return new RegExp(pattern, [...new Set(`${pattern.flags}i`)].join(''));
  return new RegExp(`^${escapeForPattern(pattern)}$`, 'i');
}
