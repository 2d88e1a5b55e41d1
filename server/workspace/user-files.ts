import { dirname, join } from 'node:path';
import { AppError, isAppError } from '../../model/errors/errors.ts';
import { explainIssues } from '../../model/errors/explain-issues.ts';
import { isImportUpload } from '../../model/feature/feature-files.ts';
import { FilePath, foldedName, isSameName } from '../../model/names/file-path.ts';
import { STATE_FOLDER } from '../store/edits/stored.ts';
import type { Fence } from '../store/files/commit-changes.ts';
import {
  type DirectoryEntry,
  type FileSystem,
  failedWrite,
  systemCode,
  unlessCode,
} from '../store/files/file-system.ts';
import {
  type DurableDirectories,
  durableDirectories,
  isTemporaryName,
  writeDurably,
} from '../store/files/write-durably.ts';

interface UserFile {
  /** Relative to `files/`. */
  path: string;
  sizeBytes: number;
  modified: string;
}

/** Undefined: no file. */
export interface FileReplacement {
  path: FilePath;
  was: Uint8Array | undefined;
  now: Uint8Array | undefined;
}

const isSame = (one: Uint8Array | undefined, other: Uint8Array | undefined): boolean =>
  one === undefined || other === undefined ? one === other : Buffer.compare(one, other) === 0;

const changedSince = (path: string): AppError =>
  new AppError('conflict', `Somebody else changed files/${path} meanwhile; nothing was changed. Look at it again.`, {
    next: 'getPictureDifferences',
  });

const FILES_FOLDER = 'files';
const NANOSECONDS_PER_MS = 1_000_000n;

interface UserFilesOptions {
  fs: FileSystem;
  folder: string;
  fence: Fence;
  readOnlyReason(): string | undefined;
}

export class UserFiles {
  readonly #fs: FileSystem;
  readonly #root: string;
  readonly #directories: DurableDirectories;
  readonly #fence: Fence;
  readonly #readOnlyReason: UserFilesOptions['readOnlyReason'];
  #last: Promise<unknown> = Promise.resolve();

  constructor({ fs, folder, fence, readOnlyReason }: UserFilesOptions) {
    this.#fs = fs;
    this.#fence = fence;
    this.#root = join(folder, FILES_FOLDER);
    this.#directories = durableDirectories({ fs, root: folder, stateDirectory: join(folder, STATE_FOLDER) });
    this.#readOnlyReason = readOnlyReason;
  }

  async list(): Promise<UserFile[]> {
    const files: UserFile[] = [];
    await this.#walk('', files);
    return files.sort((one, other) => (one.path < other.path ? -1 : 1));
  }

  /** Errors: `not-found`, naming what is there. */
  async read(path: FilePath): Promise<Buffer> {
    const place = await this.#find(path);
    try {
      return await this.#fs.readFile(place.absolute);
    } catch (error) {
      if (systemCode(error) === 'ENOENT') throw missing(path);
      throw new AppError(
        'damaged-file',
        `"${path}" under files/ cannot be read (${systemCode(error) ?? 'unknown reason'}).`,
        {
          cause: error,
        },
      );
    }
  }

  /** Errors: `name-taken` (also for a name that is the same on some system), `conflict`, `disk-full`, `read-only`. */
  write(path: FilePath, bytes: Uint8Array): Promise<{ path: string; replaced: boolean }> {
    return this.#inTurn(() => this.#write(path, bytes));
  }

  async #write(path: FilePath, bytes: Uint8Array): Promise<{ path: string; replaced: boolean }> {
    const place = await this.#placeFor(path);
    await this.#directories.ensure(dirname(place.absolute));
    const confirm = () => this.#fence.confirm();
    await writeDurably(this.#fs, place.absolute, bytes, { name: `files/${place.path}`, confirm });
    return { path: place.path, replaced: place.exists };
  }

  /** Also removes folders that become empty. Errors: `not-found`, `conflict` for a folder, `read-only`. */
  remove(path: FilePath): Promise<{ path: string }> {
    return this.#inTurn(() => this.#remove(path));
  }

  /**
   * Puts other bytes in the place of those that are expected there, in all of the files or in none.
   * Errors: `conflict` where others are there by now, those of `write`.
   */
  replaceAll(changes: readonly FileReplacement[]): Promise<void> {
    return this.#inTurn(async () => {
      for (const { path, was } of changes) if (!isSame(await this.readIfThere(path), was)) throw changedSince(path);
      const done: FileReplacement[] = [];
      try {
        for (const change of changes) {
          await this.#put(change.path, change.now);
          done.push(change);
        }
      } catch (error) {
        for (const { path, was } of done.reverse()) await this.#put(path, was);
        throw error;
      }
    });
  }

  /** Undefined where there is none. */
  async readIfThere(path: FilePath): Promise<Uint8Array | undefined> {
    try {
      return await this.read(path);
    } catch (error) {
      if (isAppError(error, 'not-found')) return undefined;
      throw error;
    }
  }

  async #remove(path: FilePath): Promise<{ path: string }> {
    const { absolute, path: found } = await this.#find(path);
    const directory = dirname(absolute);
    try {
      await this.#fence.remove(absolute, this.#fs);
      await this.#fs.syncDirectory(directory);
    } catch (error) {
      throw failedWrite(error, `files/${found}`);
    }
    await this.#directories.removeEmpty(directory).catch(() => undefined);
    return { path: found };
  }

  async #put(path: FilePath, bytes: Uint8Array | undefined): Promise<void> {
    if (bytes === undefined) await this.#remove(path);
    else await this.#write(path, bytes);
  }

  async dropUploads(beforeMs: number): Promise<void> {
    for (const { name, isDirectory } of await this.#entries('')) {
      if (isDirectory || !isImportUpload(name)) continue;
      const stat = await this.#fs.stat(join(this.#root, name));
      if (stat !== undefined && stat.modifiedNs / NANOSECONDS_PER_MS < beforeMs)
        await this.remove(FilePath.parse(name));
    }
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const reason = this.#readOnlyReason();
    if (reason !== undefined) return Promise.reject(new AppError('read-only', reason));
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Empty for a path that is no folder. */
  async #entries(folder: string): Promise<DirectoryEntry[]> {
    const absolute = join(this.#root, folder);
    if (!(await this.#fs.stat(absolute))?.isDirectory) return [];
    const entries = await unlessCode<DirectoryEntry[]>(
      ['ENOENT', 'EACCES', 'EPERM'],
      () => this.#fs.list(absolute),
      [],
    );
    return entries.filter(({ name, isOther }) => !isOther && !name.startsWith('.') && !isTemporaryName(name));
  }

  async #walk(folder: string, files: UserFile[]): Promise<void> {
    for (const { name, isDirectory } of await this.#entries(folder)) {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (isDirectory) await this.#walk(path, files);
      else {
        const stat = await this.#fs.stat(join(this.#root, path));
        if (stat === undefined) continue;
        const modified = new Date(Number(stat.modifiedNs / NANOSECONDS_PER_MS)).toISOString();
        files.push({ path, sizeBytes: stat.sizeBytes, modified });
      }
    }
  }

  /** Finds a file under the name that it has on the disk. */
  async #find(path: FilePath): Promise<{ path: string; absolute: string }> {
    let found = '';
    let isFolder = true;
    for (const name of path.split('/')) {
      const entries: DirectoryEntry[] = isFolder ? await this.#entries(found) : [];
      const entry = entries.find(each => each.name === name) ?? entries.find(each => isSameName(each.name, name));
      if (entry === undefined) throw missing(path);
      found = found === '' ? entry.name : `${found}/${entry.name}`;
      isFolder = entry.isDirectory;
    }
    if (isFolder)
      throw new AppError('conflict', `"${found}" is a folder under files/; name a file in it.`, { field: 'path' });
    return { path: found, absolute: join(this.#root, found) };
  }

  /** Where a file is to be written; existing names are taken as they are on the disk. */
  async #placeFor(path: FilePath): Promise<{ path: string; absolute: string; exists: boolean }> {
    const names = path.normalize('NFC').split('/');
    let found = '';
    let exists = true;
    for (const [index, name] of names.entries()) {
      const isLast = index === names.length - 1;
      const entry: DirectoryEntry | undefined = exists ? sameNameIn(await this.#allIn(found), name, found) : undefined;
      exists = entry !== undefined;
      found = found === '' ? (entry?.name ?? name) : `${found}/${entry?.name ?? name}`;
      if (entry !== undefined) refuseOther(entry, found, isLast);
    }
    return { path: found, absolute: join(this.#root, found), exists };
  }

  async #allIn(folder: string): Promise<DirectoryEntry[]> {
    const absolute = join(this.#root, folder);
    return (await this.#fs.stat(absolute))?.isDirectory ? this.#fs.list(absolute) : [];
  }
}

/** Errors: `name-taken` where another name would be the same on some system. */
function sameNameIn(entries: readonly DirectoryEntry[], name: string, folder: string): DirectoryEntry | undefined {
  const same = entries.find(each => each.name === name) ?? entries.find(each => isSameName(each.name, name));
  if (same !== undefined) return same;
  const existing = entries.find(each => foldedName(each.name) === foldedName(name));
  if (existing === undefined) return undefined;
  const there = folder === '' ? existing.name : `${folder}/${existing.name}`;
  throw new AppError('name-taken', `There is "${there}"; "${name}" would be the same name on other systems.`, {
    field: 'path',
    expected: there,
  });
}

function refuseOther({ isDirectory, isOther }: DirectoryEntry, path: string, isLast: boolean): void {
  if (isOther)
    throw new AppError('conflict', `"${path}" under files/ is a link, which is not followed; remove it first.`, {
      field: 'path',
    });
  if (isDirectory === !isLast) return;
  const what = isDirectory ? 'a folder; name a file in it' : 'a file; it cannot hold another one';
  throw new AppError('conflict', `"${path}" under files/ is ${what}.`, { field: 'path' });
}

const missing = (path: string): AppError =>
  new AppError('not-found', `There is no file files/${path}. Call getFiles to see what is there.`, {
    field: 'path',
    next: 'getFiles',
  });

/** Errors: `invalid-params`. */
export function readFilePath(path: unknown): FilePath {
  const parsed = FilePath.safeParse(path);
  if (parsed.success) return parsed.data;
  throw explainIssues(parsed.error, path, { root: 'path' });
}
