import { access, readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, normalize } from 'node:path';
import { AppError } from '../../model/errors/errors.ts';
import { PROJECT_PATH } from '../store/edits/stored.ts';
import { systemCode } from '../store/files/file-system.ts';

interface Folder {
  name: string;
  path: string;
  isProject: boolean;
}

interface FolderView extends Folder {
  parent?: string;
  folders: Folder[];
  omitted?: number;
}

const MOST_LISTED = 500;

/** Takes a path as people type it; `~` is their home. Errors: `invalid-params`; `field` is `path`. */
export function wholePath(path: string): string {
  const whole = path.trim().replace(/^~(?=$|[/\\])/, homedir());
  if (isAbsolute(whole)) return normalize(whole);
  throw new AppError('invalid-params', `"path" must be a whole path, not "${path}".`, { field: 'path' });
}

/** Lists the folders in a folder without hidden ones. Errors: `invalid-params`, `not-found`; `field` is `path`. */
export async function viewFolder(path: string): Promise<FolderView> {
  const whole = wholePath(path).replace(/(?<=.)[/\\]+$/, '');
  const entries = await readdir(whole, { withFileTypes: true }).catch((error: unknown) => {
    const isThere = ['EACCES', 'EPERM'].includes(systemCode(error) ?? '');
    const message = isThere ? `You may not look into ${whole}.` : `There is no folder ${whole}.`;
    throw new AppError('not-found', message, { field: 'path', cause: error });
  });
  const shown = entries.filter(({ name }) => !name.startsWith('.')).toSorted((a, b) => a.name.localeCompare(b.name));
  const seen = await Promise.all(
    shown.map(async entry => {
      const at = join(whole, entry.name);
      const isFolder = entry.isDirectory() || (entry.isSymbolicLink() && (await isFolderAt(at)));
      return isFolder ? at : undefined;
    }),
  );
  const paths = seen.filter(at => at !== undefined);
  const folders = await Promise.all(paths.slice(0, MOST_LISTED).map(folderAt));
  const parent = dirname(whole);
  return {
    ...(await folderAt(whole)),
    ...(parent === whole ? {} : { parent }),
    folders,
    ...(paths.length > MOST_LISTED ? { omitted: paths.length - MOST_LISTED } : {}),
  };
}

const isFolderAt = (path: string): Promise<boolean> =>
  stat(path).then(
    found => found.isDirectory(),
    () => false,
  );

async function folderAt(path: string): Promise<Folder> {
  const isProject = await access(join(path, PROJECT_PATH)).then(
    () => true,
    () => false,
  );
  return { name: basename(path) || path, path, isProject };
}
