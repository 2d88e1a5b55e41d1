import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { AppError } from '../../../model/errors/errors.ts';
import { filePathFault } from '../../../model/names/file-path.ts';
import { unlessCode } from '../../store/files/file-system.ts';

const MISSING = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'];

/** `fault` is the second half of a sentence. */
export async function findProjectFile(
  projectFolder: string,
  file: string,
): Promise<{ path: string } | { fault: string }> {
  const fault = filePathFault(file);
  if (fault !== undefined) return { fault };
  const root = await realPathOf(join(projectFolder, 'files'));
  const real = root === undefined ? undefined : await realPathOf(join(root, file));
  if (root === undefined || real === undefined) {
    const hint = file.startsWith('files/') ? '; paths begin under files/' : '';
    return { fault: `there is no file files/${file}${hint}` };
  }
  if (!real.startsWith(root + sep)) return { fault: `files/${file} is a link that leads elsewhere` };
  return (await stat(real)).isFile() ? { path: join(root, file) } : { fault: `files/${file} is a folder` };
}

/** Errors: `invalid-project`. */
export async function projectFilePath(projectFolder: string, file: string, field: string): Promise<string> {
  const found = await findProjectFile(projectFolder, file);
  if ('path' in found) return found.path;
  throw new AppError('invalid-project', `"${field}": ${found.fault}.`, { field });
}

const realPathOf = (path: string): Promise<string | undefined> =>
  unlessCode<string | undefined>(MISSING, () => realpath(path), undefined);
