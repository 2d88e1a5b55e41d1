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
