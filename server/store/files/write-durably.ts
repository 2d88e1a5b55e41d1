import { randomBytes } from 'node:crypto';
import { dirname, join, sep } from 'node:path';
import { AppError } from '../../../model/errors/errors.ts';
import {
  brokenStore,
  type FileStat,
  type FileSystem,
  failedWrite,
  PRIVATE_FOLDER,
  systemCode,
  unlessCode,
  type WritableFile,
} from './file-system.ts';

/** Whether a process of this machine runs, also one of another user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}

/** A project's `.gitignore` lists it as `*.steploom-tmp`. */
const TEMPORARY_SUFFIX = '.steploom-tmp';

const TEMPORARY_NAME = /^\.(\d+)-[0-9a-f]{16}\.steploom-tmp$/;

/** A fresh name beside `target`, short whatever the target is called: `.<pid>-<nonce>.steploom-tmp`. */
const temporaryPath = (target: string): string =>
  join(dirname(target), `.${process.pid}-${randomBytes(8).toString('hex')}${TEMPORARY_SUFFIX}`);

export const isTemporaryName = (name: string): boolean => TEMPORARY_NAME.test(name);

/** Files with this process's own pid are stale too: in a container every start has the same pid. */
function isStale(name: string): boolean {
  const pid = Number(TEMPORARY_NAME.exec(name)?.[1]);
  return pid === process.pid || !isAlive(pid);
}

type IsStale = typeof isStale;

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

/** A change that is safe on the disk but not yet visible: a written file waiting for its name, or a deletion. */
export interface StagedFile {
  path: string;
  /** The file as messages call it. */
  name: string;
  /** Undefined for a deletion. */
  temporary?: string;
  /** File status of the new content. Left out for a deletion. */
  stat?: FileStat;
}

interface WriteOptions {
  /** Permission bits of a new file, narrowed by the umask. Default `0o666`. */
  mode?: number;
  /** How messages call the file. Default: its path. */
  name?: string;
  /** Rejects where the file must not be put in place any more. */
  confirm?: () => Promise<void>;
}

const DEFAULT_MODE = 0o666;

async function writeWhole(file: WritableFile, bytes: Uint8Array): Promise<FileStat> {
  let offset = 0;
  while (offset < bytes.length) {
    const written = await file.write(bytes, offset);
    if (written === 0) throw new Error(`the disk took only ${offset} of ${bytes.length} bytes`);
    offset += written;
  }
  await file.sync();
  const stat = await file.stat();
  if (stat.sizeBytes !== bytes.length) throw new Error(`${stat.sizeBytes} of ${bytes.length} bytes arrived`);
  return stat;
}

async function writeAndClose(file: WritableFile, bytes: Uint8Array): Promise<FileStat> {
  let stat: FileStat;
  try {
    stat = await writeWhole(file, bytes);
  } catch (error) {
    // The first failure is the one to report; closing may well fail for the same reason.
    await file.close().catch(() => undefined);
    throw error;
  }
  await file.close();
  return stat;
}

/**
 * Writes `bytes` to a temporary file beside `path` and flushes it; the target is untouched.
 * Errors: `disk-full`, `read-only`, `store-failed`; the temporary file is gone then.
 */
export async function prepareWrite(
  fs: FileSystem,
  path: string,
  bytes: Uint8Array,
  { mode = DEFAULT_MODE, name = path }: WriteOptions = {},
): Promise<StagedFile> {
  const temporary = temporaryPath(path);
  try {
    const file = await fs.createFile(temporary, mode);
    const stat = await writeAndClose(file, bytes);
    return { path, name, temporary, stat };
  } catch (error) {
    await discardStaged(fs, [{ path, name, temporary }]);
    throw failedWrite(error, name);
  }
}

/** Removes the temporary files. What cannot be removed is left for the next start: the failure that led here matters more. */
export async function discardStaged(fs: FileSystem, staged: readonly StagedFile[]): Promise<void> {
  for (const { temporary } of staged) {
    if (temporary !== undefined) await fs.unlink(temporary).catch(() => undefined);
  }
}

type Remove = (path: string) => Promise<void>;

const show = (fs: FileSystem, { temporary, path }: StagedFile, remove: Remove): Promise<void> =>
  temporary === undefined ? unlessCode(['ENOENT'], () => remove(path), undefined) : fs.rename(temporary, path);

/**
 * Makes staged changes visible, then flushes the folders that hold them: done means they survive a power cut.
 * Errors: as `prepareWrite` when the first change could not be made, all staged files are discarded then;
 * `store-failed` later on. A flush is never tried twice: the second may succeed although the data is lost.
 */
export async function commitStaged(
  fs: FileSystem,
  staged: readonly StagedFile[],
  remove: Remove = path => fs.unlink(path),
): Promise<void> {
  let shown = 0;
  let name = '';
  try {
    for (const file of staged) {
      name = file.name;
      await show(fs, file, remove);
      shown += 1;
    }
    const directories = new Set(staged.map(file => dirname(file.path)));
    await Promise.all([...directories].map(directory => fs.syncDirectory(directory)));
  } catch (error) {
    if (shown > 0) throw brokenStore(error, name);
    await discardStaged(fs, staged);
    throw failedWrite(error, name);
  }
}

/**
 * Replaces or creates one file so that it is either as before or complete, and stays so after a power cut.
 * The folder must exist. Errors: `disk-full`, `read-only`, `store-failed`.
 */
export async function writeDurably(
  fs: FileSystem,
  path: string,
  bytes: Uint8Array,
  options: WriteOptions = {},
): Promise<FileStat | undefined> {
  const staged = await prepareWrite(fs, path, bytes, options);
  await options.confirm?.().catch(async (error: unknown) => {
    await discardStaged(fs, [staged]);
    throw failedWrite(error, staged.name);
  });
  await commitStaged(fs, [staged]);
  return staged.stat;
}

const SHARED_MODE = 0o777;

interface DirectoriesOptions {
  fs: FileSystem;
  /** Exists; it and what is above it are never made or removed. */
  root: string;
  /** Below `root`; this folder and all within are made for this user alone. */
  stateDirectory: string;
  /** Which temporary files are removed. Default: those of dead processes. */
  isStale?: IsStale | undefined;
}

/** Makes and removes the folders of a project so that they survive a power cut. */
export interface DurableDirectories {
  /**
   * Removes stale temporary files at open and flushes the folder, since what a killed process renamed is visible but
   * not yet safe. `deep` includes the folders within, except `node_modules` and names with a leading dot.
   */
  settle(directory: string, options: { deep: boolean }): Promise<void>;
  /** Makes a folder and those above it. Errors: `damaged-file` when a name on the way is no folder; as writes. */
  ensure(directory: string): Promise<void>;
  /** Removes folders left empty, from `directory` up to the root. */
  removeEmpty(directory: string): Promise<void>;
}

export function durableDirectories({ fs, root, stateDirectory, isStale }: DirectoriesOptions): DurableDirectories {
  /** Folders known to survive, by inode: one that was replaced from outside has to be flushed again. */
  const settled = new Map<string, bigint>();

  async function markSettled(directory: string): Promise<void> {
    const stat = await fs.stat(directory);
    if (stat !== undefined) settled.set(directory, stat.inode);
  }

  async function settle(directory: string, { deep }: { deep: boolean }): Promise<void> {
    if (directory !== root && (await fs.stat(directory)) === undefined) return;
    const entries = await removeStaleTemporaries(fs, directory, isStale).catch((error: unknown) => {
      if (directory === root) throw error;
      const message = `${directory} cannot be read (${systemCode(error) ?? error}), so nothing is written.`;
      throw new AppError('read-only', message, { cause: error });
    });
    await fs.syncDirectory(directory);
    for (const { name, isDirectory } of deep ? entries : []) {
      if (!isDirectory || name.startsWith('.') || name === 'node_modules') continue;
      await settle(join(directory, name), { deep });
      await markSettled(join(directory, name));
    }
  }

  async function make(directory: string): Promise<void> {
    const isPrivate = `${directory}${sep}`.startsWith(`${stateDirectory}${sep}`);
    await fs.makeDirectory(directory, isPrivate ? PRIVATE_FOLDER : SHARED_MODE);
    await fs.syncDirectory(dirname(directory));
    await markSettled(directory);
  }

  async function ensure(directory: string): Promise<void> {
    if (directory === root) return;
    const stat = await fs.stat(directory);
    if (stat !== undefined && !stat.isDirectory) {
      throw new AppError('damaged-file', `${directory} is a file or a link; a folder of the project is needed there.`);
    }
    if (stat !== undefined && settled.get(directory) === stat.inode) return;
    await ensure(dirname(directory));
    await make(directory);
  }

  async function removeEmpty(directory: string): Promise<void> {
    if (directory === root || directory === stateDirectory) return;
    settled.delete(directory);
    const removal = () => fs.removeDirectory(directory).then(() => true);
    if (await unlessCode(['ENOTEMPTY', 'EEXIST', 'ENOENT'], removal, false)) await removeEmpty(dirname(directory));
  }

  return {
    settle,
    ensure: directory =>
      ensure(directory).catch((error: unknown) => {
        throw failedWrite(error, directory);
      }),
    removeEmpty,
  };
}
