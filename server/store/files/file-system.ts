import { type BigIntStats, constants, fstatSync, lstatSync } from 'node:fs';
import { type FileHandle, link, lstat, mkdir, open, readdir, rename, rmdir, unlink } from 'node:fs/promises';
import timers from 'node:timers/promises';
import { AppError, isAppError } from '../../../model/errors/errors.ts';

/**
 * Refuses a link in place of a folder whose old files are to be removed: a project may come from strangers, and the
 * target belongs to somebody else. Errors: `damaged-file`; those of the system.
 */
export async function requireOwnFolder(folder: string): Promise<void> {
  const stat = await unlessCode(['ENOENT', 'ENOTDIR'], () => lstat(folder), undefined);
  if (stat?.isSymbolicLink())
    throw new AppError('damaged-file', `${folder} is a link, not a folder; remove it.`, { facts: { file: folder } });
}

const DISK_FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];
const READ_ONLY = ['EROFS', 'EACCES', 'EPERM'];

/** The error of a write that left the files as they were. `name` is the file as the message calls it. */
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

/** The advice after a disk failure. */
export const HOW_TO_REOPEN =
  'Check the disk, then reopen the project: steploom call openProject \'{"projectId": "ID"}\', or restart Steploom. Nothing is edited until then.';

/** The error after which only what is on the disk counts: a flush failed, or a change is half way through. */
export function brokenStore(error: unknown, name: string): AppError {
  if (isAppError(error)) return error.kind === 'store-failed' ? error : brokenStore(error.detail.cause, name);
  const reason = systemCode(error) ?? (error instanceof Error ? error.message : String(error));
  const message = `The disk failed while writing ${name} (${reason}); it is unknown whether the edit was kept. Reopen the project.`;
  return new AppError('store-failed', message, { next: HOW_TO_REOPEN, facts: { file: name }, cause: error });
}

/** File statuses by path; a missing entry means no such file. */
export type FileStats = ReadonlyMap<string, FileStat>;

/** Whether nobody wrote or replaced a file between two looks at it. */
export const sameFile = (left: FileStat | undefined, right: FileStat | undefined): boolean =>
  left?.inode === right?.inode && left?.modifiedNs === right?.modifiedNs && left?.sizeBytes === right?.sizeBytes;

export const sameFiles = (left: FileStats, right: FileStats): boolean =>
  left.size === right.size && [...left].every(([path, stat]) => sameFile(stat, right.get(path)));

/** The few file-system calls the store makes, as a port, so that specs can fail any of them or cut the power between them. */

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
  /** Neither a folder nor a plain file: a link, a pipe. */
  isOther?: boolean;
}

export interface WritableFile {
  /** Appends `bytes` from `offset` on; returns how many bytes went out, which may be fewer than asked. */
  write(bytes: Uint8Array, offset: number): Promise<number>;
  sync(): Promise<void>;
  stat(): Promise<FileStat>;
  close(): Promise<void>;
}

/** Paths are absolute. Failures are errors with a `code` as Node gives them (`ENOENT`, `ENOSPC`, …). */
export interface FileSystem {
  /** Creates a file for writing; `EEXIST` when the name is taken. */
  createFile(path: string, mode: number): Promise<WritableFile>;
  /** Whole content; `ELOOP` for a symbolic link, `EFTYPE` for a pipe or a device. */
  readFile(path: string): Promise<Buffer>;
  rename(from: string, to: string): Promise<void>;
  link(existing: string, path: string): Promise<void>;
  unlink(path: string): Promise<void>;
  /** One level; no error when the folder is there already. */
  makeDirectory(path: string, mode: number): Promise<void>;
  /** Empty folders only. */
  removeDirectory(path: string): Promise<void>;
  list(path: string): Promise<DirectoryEntry[]>;
  /** Status of the name itself, links not followed; undefined when there is none. */
  stat(path: string): Promise<FileStat | undefined>;
  /** Sets permission bits; `ELOOP` for a symbolic link. */
  changeMode(path: string, mode: number): Promise<void>;
  /** Makes the names in a folder survive a power cut; does nothing where the platform has no such call. */
  syncDirectory(path: string): Promise<void>;
}

/** Permission bits of everything below a state folder: what is there belongs to its user alone. */
export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;

/** The system's word for a failure, e.g. `ENOENT`; undefined for errors that are not the system's. */
export const systemCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Runs a call and answers `fallback` when it fails with one of `codes`. */
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
