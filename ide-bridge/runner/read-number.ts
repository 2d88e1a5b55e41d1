import { AppError } from '../../model/protocol/errors.ts';

/** A whole number from a filled-in text. Errors: `invalid-project`. */
export function readNumber(text: string, field: string, most = 999_999_999): number {
  const trimmed = text.trim();
  const problem = (what: string) =>
    new AppError('invalid-project', `"${field}" must be ${what}, not “${text}”.`, { field });
  if (!/^\d+$/.test(trimmed)) throw problem('a whole number');
  if (Number(trimmed) > most) throw problem(`${most} at most`);
  return Number(trimmed);
}
