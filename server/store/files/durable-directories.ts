import { dirname, join, sep } from 'node:path';
import { AppError } from '../../../model/errors/errors.ts';
import { type FileSystem, failedWrite, PRIVATE_FOLDER, systemCode, unlessCode } from './file-system.ts';
import { type IsStale, removeStaleTemporaries } from './write-durably.ts';

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
   * At open: removes stale temporary files and flushes the folder, since what a killed process renamed is visible
   * but not yet safe. `deep` goes on to the folders within, but for `node_modules` and names with a leading dot.
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
