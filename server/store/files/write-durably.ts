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

/** Includes processes of other users. */
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

/** Short, however long the target's name is. */
const temporaryPath = (target: string): string =>
  join(dirname(target), `.${process.pid}-${randomBytes(8).toString('hex')}${TEMPORARY_SUFFIX}`);

export const isTemporaryName = (name: string): boolean => TEMPORARY_NAME.test(name);

/** Files with this process's own pid are stale too: in a container every start has the same pid. */
function isStale(name: string): boolean {
  const pid = Number(TEMPORARY_NAME.exec(name)?.[1]);
  return pid === process.pid || !isAlive(pid);
}

type IsStale = typeof isStale;

/** Call it before the first write there. Leftovers on a read-only disk stay. Answers with the other entries. */
export async function removeStaleTemporaries(fs: FileSystem, directory: string, isOld: IsStale = isStale) {
  const entries = await fs.list(directory);
  for (const { name } of entries.filter(entry => isTemporaryName(entry.name) && isOld(entry.name))) {
    await unlessCode(['ENOENT', 'EROFS', 'EACCES', 'EPERM'], () => fs.unlink(join(directory, name)), undefined);
  }
  return entries.filter(entry => !isTemporaryName(entry.name));
}

/** Flushed but not yet visible: a written file without its name, or a deletion. */
export interface StagedFile {
  path: string;
  name: string;
  /** Undefined for a deletion. */
  temporary?: string;
  stat?: FileStat;
}

interface WriteOptions {
  /** Permission bits of a new file, narrowed by the umask. */
  mode?: number;
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
    // Closing may well fail for the same reason: the first failure is reported.
    await file.close().catch(() => undefined);
    throw error;
  }
  await file.close();
  return stat;
}

/** Flushed; the target is untouched. Errors: `disk-full`, `read-only`, `store-failed`; nothing is left behind then. */
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

/** What cannot be removed stays for the next start: the failure that led here matters more. */
export async function discardStaged(fs: FileSystem, staged: readonly StagedFile[]): Promise<void> {
  for (const { temporary } of staged) {
    if (temporary !== undefined) await fs.unlink(temporary).catch(() => undefined);
  }
}

type Remove = (path: string) => Promise<void>;

const show = (fs: FileSystem, { temporary, path }: StagedFile, remove: Remove): Promise<void> =>
  temporary === undefined ? unlessCode(['ENOENT'], () => remove(path), undefined) : fs.rename(temporary, path);

/**
 * A flush is never tried twice: the second may succeed although the data is lost. Errors: as `prepareWrite` when the
 * first change fails, all staged files are discarded then; `store-failed` later on.
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

/** As before or complete, also after a power cut. The folder must exist. Errors: those of `prepareWrite`. */
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
  /** It exists, and is never made or removed. */
  root: string;
  /** Below `root`; made for this user alone. */
  stateDirectory: string;
  isStale?: IsStale | undefined;
}

/** Changes survive a power cut. */
export interface DurableDirectories {
  /** What a killed process renamed is visible but not flushed. `deep` skips `node_modules` and names with a dot. */
  settle(directory: string, options: { deep: boolean }): Promise<void>;
  /** Errors: `damaged-file` when a name on the way is no folder; those of writing. */
  ensure(directory: string): Promise<void>;
  /** From `directory` up to the root. */
  removeEmpty(directory: string): Promise<void>;
}

export function durableDirectories({ fs, root, stateDirectory, isStale }: DirectoriesOptions): DurableDirectories {
  /** By inode: a folder that was replaced from outside has to be flushed again. */
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
