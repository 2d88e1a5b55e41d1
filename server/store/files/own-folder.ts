import { lstat } from 'node:fs/promises';
import { AppError } from '../../../model/errors/errors.ts';
import { unlessCode } from './file-system.ts';

/**
 * Asked before old files are removed from a folder: a project may come from strangers, and what a link leads to belongs
 * to somebody else. Errors: `damaged-file`; those of the system.
 */
export async function requireOwnFolder(folder: string): Promise<void> {
  const stat = await unlessCode(['ENOENT', 'ENOTDIR'], () => lstat(folder), undefined);
  if (stat?.isSymbolicLink())
    throw new AppError('damaged-file', `${folder} is a link, not a folder; remove it.`, { facts: { file: folder } });
}
