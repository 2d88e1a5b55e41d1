import { lstat } from 'node:fs/promises';
import { AppError, isAppError } from '../../../model/errors/errors.ts';

/**
 * Asked before old files are removed from a folder: a project may come from strangers, and what a link leads to belongs
 * to somebody else. Errors: `damaged-file`; those of the system.
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

/** What helps once the disk has failed. */
export const HOW_TO_REOPEN =
  'Check the disk, then reopen the project: steploom call openProject \'{"projectId": "ID"}\', or restart Steploom. Nothing is edited until then.';

/** The error after which only what is on the disk counts: a flush failed, or a change is half way through. */
export function brokenStore(error: unknown, name: string): AppError {
  if (isAppError(error)) return error.kind === 'store-failed' ? error : brokenStore(error.detail.cause, name);
  const reason = systemCode(error) ?? (error instanceof Error ? error.message : String(error));
  const message = `The disk failed while writing ${name} (${reason}); it is unknown whether the edit was kept. Reopen the project.`;
  return new AppError('store-failed', message, { next: HOW_TO_REOPEN, facts: { file: name }, cause: error });
}

/** What files are like, by path; missing: there is no such file. */
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
  /** Of the name itself, links not followed; undefined when there is none. */
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
