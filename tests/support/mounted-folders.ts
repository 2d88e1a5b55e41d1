import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type TemporaryDirectory, temporaryDirectory } from './temporary-directory.ts';

export const NEEDS_MOUNT = 'mounting needs root on Linux';

const run = promisify(execFile);

const mount = (...args: string[]): Promise<boolean> =>
  run('mount', args).then(
    () => true,
    () => false,
  );

/** A folder on a disk of its own; undefined where mounting is not allowed. */
async function mounted(toArgs: (path: string) => string[]): Promise<TemporaryDirectory | undefined> {
  const folder = await temporaryDirectory();
  const { path } = folder;
  if (!(await mount(...toArgs(path)))) {
    await folder[Symbol.asyncDispose]();
    return undefined;
  }
  return {
    path,
    async [Symbol.asyncDispose]() {
      await run('umount', [path]);
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** A disk of 4 MB in memory; undefined where mounting is not allowed. */
export const smallDisk = () => mounted(path => ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', path]);

/** A folder at a second path, which is no link; undefined where mounting is not allowed. */
export const secondMount = (original: string) => mounted(path => ['--bind', original, path]);

export interface LockableFolder extends TemporaryDirectory {
  /** From now on nothing can be written in it, or it can again. */
  makeReadOnly(isReadOnly: boolean): Promise<void>;
}

/** A folder that can be made read-only at any moment; undefined where mounting is not allowed. */
export async function lockableFolder(): Promise<LockableFolder | undefined> {
  const folder = await mounted(path => ['--bind', path, path]);
  if (folder === undefined) return undefined;
  const makeReadOnly = async (isReadOnly: boolean) => {
    const option = `remount,bind,${isReadOnly ? 'ro' : 'rw'}`;
    await run('mount', ['-o', option, folder.path]);
  };
  return { ...folder, makeReadOnly };
}
