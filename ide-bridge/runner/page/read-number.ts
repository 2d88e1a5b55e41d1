import { AppError } from '../../../model/errors/errors.ts';
import { wantedNumber } from '../../../model/values/whole-number.ts';

/** A whole number from a filled-in text. Errors: `invalid-project`. */
export function readNumber(text: string, field: string, most?: number): number {
  const wanted = wantedNumber(text, most);
  if (wanted === undefined) return Number(text);
  throw new AppError('invalid-project', `"${field}" must be ${wanted}, not “${text}”.`, { field });
}
