import type { BigIntStats } from 'node:fs';
import { constants, fstatSync, lstatSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { link, mkdir, open, readdir, rename, rmdir, unlink } from 'node:fs/promises';
import timers from 'node:timers/promises';
import type { FileStat, FileSystem, WritableFile } from './file-system.ts';
import { systemCode, unlessCode } from './file-system.ts';

const ON_WINDOWS = process.platform === 'win32';
const RENAME_ATTEMPTS = 10;
const RENAME_PAUSE_MS = 50;

/** Network and user-space file systems which cannot flush a folder answer with one of these. */
const NO_DIRECTORY_SYNC = ['EINVAL', 'ENOTSUP', 'ENOSYS'];

const toFileStat = (stats: BigIntStats): FileStat => ({
  sizeBytes: Number(stats.size),
  inode: stats.ino,
  modifiedNs: stats.mtimeNs,
  mode: Number(stats.mode) & 0o777,
  isDirectory: stats.isDirectory(),
});

const toWritableFile = (handle: FileHandle): WritableFile => ({
  write: async (bytes, offset) => (await handle.write(bytes, offset)).bytesWritten,
  sync: () => handle.sync(),
  stat: async () => toFileStat(fstatSync(handle.fd, { bigint: true })),
  close: () => handle.close(),
});

/** Virus scanners hold a fresh file for a moment on Windows; elsewhere the same codes are final. */
async function renamePatiently(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await rename(from, to);
    } catch (error) {
      const mayPass = ON_WINDOWS && ['EPERM', 'EBUSY', 'EACCES'].includes(systemCode(error) ?? '');
      if (!mayPass || attempt === RENAME_ATTEMPTS) throw error;
      await timers.setTimeout(RENAME_PAUSE_MS);
    }
  }
}

/** O_NOFOLLOW and O_NONBLOCK are missing on Windows, where projects cannot bring links or pipes along without extra rights. */
const LOOK = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

async function readPlainFile(path: string): Promise<Buffer> {
  // A pipe would be waited for until somebody writes to it, which may be never.
  const handle = await open(path, LOOK);
  try {
    if (!fstatSync(handle.fd).isFile())
      throw Object.assign(new Error(`${path} is not a regular file`), { code: 'EFTYPE' });
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

async function changeMode(path: string, mode: number): Promise<void> {
  const handle = await open(path, LOOK);
  try {
    await handle.chmod(mode);
  } finally {
    await handle.close();
  }
}

async function syncDirectory(path: string): Promise<void> {
  if (ON_WINDOWS) return;
  const handle = await open(path, 'r');
  try {
    await unlessCode(NO_DIRECTORY_SYNC, () => handle.sync(), undefined);
  } finally {
    await handle.close();
  }
}

/** Asked directly: handing it to another thread takes many times as long as the answer, and every edit asks often. */
async function lookAt(path: string): Promise<FileStat | undefined> {
  const ask = async () => lstatSync(path, { bigint: true, throwIfNoEntry: false });
  const stats = await unlessCode(['ENOTDIR'], ask, undefined);
  return stats === undefined ? undefined : toFileStat(stats);
}

/** The file system of this machine. */
export const nodeFileSystem: FileSystem = {
  createFile: async (path, mode) => toWritableFile(await open(path, 'wx', mode)),
  readFile: readPlainFile,
  rename: renamePatiently,
  link,
  unlink,
  makeDirectory: (path, mode) => unlessCode(['EEXIST'], () => mkdir(path, { mode }).then(() => undefined), undefined),
  removeDirectory: path => rmdir(path),
  list: async path =>
    (await readdir(path, { withFileTypes: true })).map(entry => ({
      name: entry.name,
      isDirectory: entry.isDirectory(),
      ...(entry.isDirectory() || entry.isFile() ? {} : { isOther: true }),
    })),
  stat: lookAt,
  changeMode,
  syncDirectory,
};
