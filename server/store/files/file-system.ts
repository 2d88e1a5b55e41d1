import { type BigIntStats, constants, fstatSync, lstatSync, statSync } from 'node:fs';
import { type FileHandle, link, lstat, mkdir, open, readdir, rename, rmdir, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import timers from 'node:timers/promises';
import { AppError, isAppError } from '../../../model/errors/errors.ts';

/** Old files in it are removed: a link may lead to somebody else's. Errors: `damaged-file`; those of the system. */
export async function requireOwnFolder(folder: string): Promise<void> {
  const stat = await unlessCode(['ENOENT', 'ENOTDIR'], () => lstat(folder), undefined);
  if (stat?.isSymbolicLink())
    throw new AppError('damaged-file', `${folder} is a link, not a folder; remove it.`, { facts: { file: folder } });
}

const DISK_FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];
const READ_ONLY = ['EROFS', 'EACCES', 'EPERM'];

/** For a write that left the files as they were; `name` is for the message. */
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

export const HOW_TO_REOPEN =
  'Check the disk, then reopen the project: steploom call openProject \'{"projectId": "ID"}\', or restart Steploom. Nothing is edited until then.';

/** A flush failed or a change is half done: only what is on the disk counts. */
export function brokenStore(error: unknown, name: string): AppError {
  if (isAppError(error)) return error.kind === 'store-failed' ? error : brokenStore(error.detail.cause, name);
  const reason = systemCode(error) ?? (error instanceof Error ? error.message : String(error));
  const message = `The disk failed while writing ${name} (${reason}); it is unknown whether the edit was kept. Reopen the project.`;
  return new AppError('store-failed', message, { next: HOW_TO_REOPEN, facts: { file: name }, cause: error });
}

export type FileStats = ReadonlyMap<string, FileStat>;

export const sameFile = (left: FileStat | undefined, right: FileStat | undefined): boolean =>
  left?.inode === right?.inode && left?.modifiedNs === right?.modifiedNs && left?.sizeBytes === right?.sizeBytes;

export const sameFiles = (left: FileStats, right: FileStats): boolean =>
  left.size === right.size && [...left].every(([path, stat]) => sameFile(stat, right.get(path)));

/** A port, so that specs can fail any call or cut the power between two. */

export interface FileStat {
  sizeBytes: number;
  inode: bigint;
  modifiedNs: bigint;
  /** Permission bits only, e.g. `0o600`. */
  mode: number;
  isDirectory: boolean;
}

export interface DirectoryEntry {
  name: string;
  /** False for symbolic links: nothing here follows them. */
  isDirectory: boolean;
  /** A link, a pipe or a device. */
  isOther?: boolean;
}

export interface WritableFile {
  /** Writes from `offset` on; returns the bytes written, which may be fewer than asked. */
  write(bytes: Uint8Array, offset: number): Promise<number>;
  sync(): Promise<void>;
  stat(): Promise<FileStat>;
  close(): Promise<void>;
}

/** Paths are absolute. Failures are errors with a `code` as Node gives them (`ENOENT`, `ENOSPC`, …). */
export interface FileSystem {
  /** `EEXIST` when the name is taken. */
  createFile(path: string, mode: number): Promise<WritableFile>;
  /** `ELOOP` for a symbolic link, `EFTYPE` for a pipe or a device. */
  readFile(path: string): Promise<Buffer>;
  rename(from: string, to: string): Promise<void>;
  link(existing: string, path: string): Promise<void>;
  unlink(path: string): Promise<void>;
  /** One level; no error when the folder exists. */
  makeDirectory(path: string, mode: number): Promise<void>;
  /** Empty folders only. */
  removeDirectory(path: string): Promise<void>;
  list(path: string): Promise<DirectoryEntry[]>;
  /** Links are not followed. */
  stat(path: string): Promise<FileStat | undefined>;
  changeMode(path: string, mode: number): Promise<void>;
  /** The names in the folder then survive a power cut, where the platform has such a call. */
  syncDirectory(path: string): Promise<void>;
}

/** For everything below a state folder, which belongs to its user alone. */
export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;

/** With the folders above it. Node's own recursive way reports a read-only disk as a missing folder. */
export async function makeFolders(path: string, mode?: number): Promise<void> {
  const make = () => mkdir(path, mode === undefined ? {} : { mode });
  try {
    await make();
  } catch (error) {
    const code = systemCode(error);
    if (code === 'EEXIST' && statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolders(dirname(path), mode);
    await unlessCode(['EEXIST'], make, undefined);
  }
}

export const systemCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

export async function unlessCode<T>(codes: readonly string[], call: () => Promise<T>, fallback: T): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (codes.includes(systemCode(error) ?? '')) return fallback;
    throw error;
  }
}

const ON_WINDOWS = process.platform === 'win32';
const RENAME_ATTEMPTS = 10;
const RENAME_PAUSE_MS = 50;

/** Answers of network and user-space file systems that cannot flush a folder. */
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

/** Virus scanners on Windows hold a fresh file for a moment; elsewhere the same codes are final. */
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

/** Windows lacks both flags, but projects cannot bring links or pipes there without extra rights. */
const LOOK = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

async function readPlainFile(path: string): Promise<Buffer> {
  // Without O_NONBLOCK, a pipe would wait for a writer, maybe forever.
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

/** Synchronous: another thread would take many times as long, and every edit asks often. */
async function lookAt(path: string): Promise<FileStat | undefined> {
  const ask = async () => lstatSync(path, { bigint: true, throwIfNoEntry: false });
  const stats = await unlessCode(['ENOTDIR'], ask, undefined);
  return stats === undefined ? undefined : toFileStat(stats);
}

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
