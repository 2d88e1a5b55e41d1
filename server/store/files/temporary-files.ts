import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { type FileSystem, unlessCode } from './file-system.ts';
import { isAlive } from './is-alive.ts';

/** To be listed in a project's `.gitignore` as `*.steploom-tmp`. */
export const TEMPORARY_SUFFIX = '.steploom-tmp';

const TEMPORARY_NAME = /^\.(\d+)-[0-9a-f]{16}\.steploom-tmp$/;

/** A fresh name beside `target`, short whatever the target is called: `.<pid>-<nonce>.steploom-tmp`. */
export const temporaryPath = (target: string): string =>
  join(dirname(target), `.${process.pid}-${randomBytes(8).toString('hex')}${TEMPORARY_SUFFIX}`);

export const isTemporaryName = (name: string): boolean => TEMPORARY_NAME.test(name);

/** Those of this very process count too: in a container every start has the same pid. */
function isStale(name: string): boolean {
  const pid = Number(TEMPORARY_NAME.exec(name)?.[1]);
  return pid === process.pid || !isAlive(pid);
}

export type IsStale = typeof isStale;

/**
 * Removes what dead processes left of unfinished writes in one folder, and answers with its other entries. Who holds
 * the lease of a project removes all of them: a process that lost it cannot put them in place any more.
 * Call it before the first write there. On a read-only disk the leftovers stay: they do no harm.
 */
export async function removeStaleTemporaries(fs: FileSystem, directory: string, isOld: IsStale = isStale) {
  const entries = await fs.list(directory);
  for (const { name } of entries.filter(entry => isTemporaryName(entry.name) && isOld(entry.name))) {
    await unlessCode(['ENOENT', 'EROFS', 'EACCES', 'EPERM'], () => fs.unlink(join(directory, name)), undefined);
  }
  return entries.filter(entry => !isTemporaryName(entry.name));
}
