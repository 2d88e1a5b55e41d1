import { AppError, isAppError } from '../../../model/errors/errors.ts';
import { systemCode } from './file-system.ts';

const DISK_FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];
const READ_ONLY = ['EROFS', 'EACCES', 'EPERM'];

/** The error of a write that left the files as they were. `name` is the file as the message calls it. */
export function failedWrite(error: unknown, name: string): AppError {
  if (isAppError(error)) return error;
  const code = systemCode(error) ?? '';
  const detail = { facts: { file: name }, cause: error };
  if (DISK_FULL.includes(code)) {
    const message = `No space left to write ${name} (${code}); nothing was changed. Free some space and try again.`;
    return new AppError('disk-full', message, detail);
  }
  if (READ_ONLY.includes(code)) {
    const message = `${name} cannot be written (${code}); nothing was changed. Give this user the right to write it.`;
    return new AppError('read-only', message, detail);
  }
  return brokenStore(error, name);
}

/** What helps once the disk has failed. */
export const HOW_TO_REOPEN =
  'Look after the disk, then reopen the project: steploom call openProject \'{"projectId": "ID"}\', or restart Steploom. Nothing is edited until then.';

/** The error after which only what is on the disk counts: a flush failed, or a change is half way through. */
export function brokenStore(error: unknown, name: string): AppError {
  if (isAppError(error)) return error.kind === 'store-failed' ? error : brokenStore(error.detail.cause, name);
  const reason = systemCode(error) ?? (error instanceof Error ? error.message : String(error));
  const message = `The disk failed while ${name} was written (${reason}); it is unknown whether the edit was kept. Reopen the project.`;
  return new AppError('store-failed', message, { next: HOW_TO_REOPEN, facts: { file: name }, cause: error });
}
