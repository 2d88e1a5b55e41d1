import { AppError, isAppError } from './errors.ts';

/** An error that names its field as the caller called it; anything else stays what it is. */
export function renameField(error: unknown, rename: (field: string) => string): unknown {
  if (!isAppError(error) || error.detail.field === undefined) return error;
  return new AppError(error.kind, error.message, { ...error.detail, field: rename(error.detail.field) });
}
