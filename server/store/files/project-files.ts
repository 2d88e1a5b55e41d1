import { isUtf8 } from 'node:buffer';
import { join } from 'node:path';
import { AppError, isAppError } from '../../../model/errors/errors.ts';
import { type BackupEntry, type Backups, type GoodBackup, openBackups } from './backups.ts';
import {
  backupName,
  type CommitContext,
  type CommittedFiles,
  commitChanges,
  type Fence,
  type FileChange,
  NO_FENCE,
  type ProjectFolders,
  projectPath,
  readUnfinished,
  recoverJournal,
} from './commit-changes.ts';
import {
  type DirectoryEntry,
  type FileStat,
  type FileSystem,
  failedWrite,
  HOW_TO_REOPEN,
  systemCode,
  unlessCode,
} from './file-system.ts';
import { discardStaged, durableDirectories, isTemporaryName, prepareWrite } from './write-durably.ts';

/** Paths are within the project, with `/`. */
export interface ProjectReader {
  /** Errors: `damaged-file` when it cannot be read or is not UTF-8. */
  readText(path: string): Promise<string | undefined>;
  /** Sorted, without temporary files; empty for a missing folder. '' is the project's folder. */
  list(directory: string): Promise<DirectoryEntry[]>;
  stat(path: string): Promise<FileStat | undefined>;
  /** Names are within the project, or within the state folder for files there. */
  listBackups(): Promise<BackupEntry[]>;
  /** Errors: as `readText`. */
  readBackup(path: string, number: number): Promise<string | undefined>;
  newestGoodBackup<T>(path: string, parse: (text: string) => T): Promise<GoodBackup<T> | undefined>;
}

export interface ProjectFiles extends ProjectReader {
  /** Files of a cut-off edit that was finished when the project was opened. */
  recovered: readonly string[];
  /** Calls wait for each other; after `store-failed` all of them fail. Errors: as `commitChanges`. */
  commit(changes: readonly FileChange[]): Promise<CommittedFiles>;
  /** For a file that somebody else replaced. Errors: as `commit`. */
  keepBackup(path: string, text: string): Promise<void>;
  /** Errors: as `commit`. */
  forgetBackups(path: string): Promise<void>;
  /** Set once the disk has failed or another process has taken over: nothing can be written any more. */
  readonly failure: AppError | undefined;
  /** Why the last write failed: a full or read-only disk, which may pass. */
  readonly trouble: AppError | undefined;
  /** Whether the trouble is over. */
  retry(): Promise<boolean>;
  /** Does what failed when the project was opened. Errors: those of writing. */
  makeReady(): Promise<void>;
  /** For files that nobody misses: a failure leaves them, a power cut may bring them back. */
  forget(paths: readonly string[]): Promise<void>;
}

interface OpenFilesOptions extends ProjectFolders {
  fs: FileSystem;
  /** Without a lease, no other process may know of the folder. */
  lease?: Lease | undefined;
  /** Reports a disk that takes nothing as `trouble`: what is there can still be read. */
  toleratesTrouble?: boolean;
}

interface Lease extends Fence {
  readonly isHeld: boolean;
  readonly lost: AppError | undefined;
}

export const CALLS_FOLDER = 'calls';

/** Size of a small edit. */
const PROBE_BYTES = 4096;

function decodeText(bytes: Buffer, path: string): string {
  if (!isUtf8(bytes)) throw new AppError('damaged-file', `${path} is not UTF-8 text; save it as UTF-8.`);
  return bytes.toString('utf8');
}

const NO_FILE: Readonly<Record<string, string>> = {
  ELOOP: 'is a symbolic link; put the file itself in its place',
  EFTYPE: 'is not a regular file; put one in its place',
  EISDIR: 'is a folder; put a file in its place',
};

function unreadable(error: unknown, path: string): AppError {
  if (isAppError(error)) return error;
  const code = systemCode(error) ?? String(error);
  const reason = NO_FILE[code] ?? `cannot be read (${code})`;
  return new AppError('damaged-file', `${path} ${reason}.`, { facts: { file: path }, cause: error });
}

/** After a disk failure nothing more is tried: the files may hold half a change. */
class DiskQueue {
  readonly #lease: Lease | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #failure: AppError | undefined;

  constructor(lease: Lease | undefined) {
    this.#lease = lease;
  }

  get failure(): AppError | undefined {
    return this.#failure ?? this.#lease?.lost;
  }

  fail(error: AppError): void {
    this.#failure ??= error;
  }

  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(() => this.#next(work));
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #next<T>(work: () => Promise<T>): Promise<T> {
    if (this.#lease?.lost !== undefined) throw this.#lease.lost;
    if (this.#failure !== undefined) {
      const message = 'The disk failed during an earlier edit; reopen the project, then try again.';
      throw new AppError('store-failed', message, { next: HOW_TO_REOPEN, cause: this.#failure });
    }
    try {
      return await work();
    } catch (error) {
      if (!isAppError(error, 'store-failed')) throw error;
      // The files may be gone because another process took over.
      await this.#lease?.confirm().catch(() => undefined);
      this.#failure = this.#lease?.lost ?? error;
      throw this.#failure;
    }
  }
}

function failedOpen(error: unknown, root: string): AppError {
  if (systemCode(error) !== 'ENOENT') return failedWrite(error, root);
  return new AppError('not-found', `There is no project folder ${root}.`, { cause: error });
}

async function cleanUp(context: CommitContext): Promise<string[]> {
  await context.directories.settle(context.folders.root, { deep: true });
  const { stateDirectory } = context.folders;
  for (const directory of [stateDirectory, join(stateDirectory, CALLS_FOLDER)])
    await context.directories.settle(directory, { deep: false });
  return recoverJournal(context);
}

async function keepBackup({ fs, backups, folders }: CommitContext, path: string, text: string): Promise<void> {
  // With the project gone from its place, nothing was overwritten, and nothing may be made there.
  if ((await fs.stat(folders.stateDirectory)) === undefined) return;
  try {
    await backups.keepBytes(backupName(folders, projectPath(folders, path)), Buffer.from(text));
  } catch (error) {
    throw failedWrite(error, `a backup of ${path}`);
  }
}

const MAY_PASS = ['disk-full', 'read-only'] as const;
const mayPass = (error: AppError): boolean => MAY_PASS.some(kind => kind === error.kind);

/** Call it under the lock. Errors: `not-found`; `disk-full`, `read-only`, `store-failed` for a cut-off edit. */
export async function openProjectFiles({
  fs,
  lease,
  toleratesTrouble = false,
  ...folders
}: OpenFilesOptions): Promise<ProjectFiles> {
  // Under the lease, no other process may put its temporary files in place any more.
  const isStale = lease?.isHeld ? () => true : undefined;
  const directories = durableDirectories({ fs, ...folders, isStale });
  const backups = openBackups(fs, join(folders.stateDirectory, 'backups'));
  const context: CommitContext = { fs, folders, directories, backups, fence: lease ?? NO_FENCE };
  const files = new LockedFiles(context, lease);
  const failure = await files.begin();
  if (failure !== undefined && (!toleratesTrouble || isAppError(failure, 'not-found'))) throw failure;
  return files;
}

class LockedFiles implements ProjectFiles {
  readonly readText: ProjectReader['readText'];
  readonly list: ProjectReader['list'];
  readonly stat: ProjectReader['stat'];
  readonly listBackups: ProjectReader['listBackups'];
  readonly readBackup: ProjectReader['readBackup'];
  readonly newestGoodBackup: ProjectReader['newestGoodBackup'];
  readonly #context: CommitContext;
  readonly #queue: DiskQueue;
  #recovered: readonly string[] | undefined;
  /** Changes of a cut-off edit, while it cannot be finished. */
  #unfinished: readonly FileChange[] = [];
  #trouble: AppError | undefined;

  constructor(context: CommitContext, lease: Lease | undefined) {
    this.#context = context;
    this.#queue = new DiskQueue(lease);
    const reader = projectReader(context);
    this.readText = async path => {
      const change = this.#unfinished.find(each => each.path === path);
      return change === undefined ? reader.readText(path) : change.text;
    };
    this.list = async directory => withChanges(await reader.list(directory), directory, this.#unfinished);
    this.stat = reader.stat;
    this.listBackups = reader.listBackups;
    this.readBackup = reader.readBackup;
    this.newestGoodBackup = reader.newestGoodBackup;
  }

  get recovered(): readonly string[] {
    return this.#recovered ?? [];
  }

  get failure(): AppError | undefined {
    return this.#queue.failure;
  }

  get trouble(): AppError | undefined {
    return this.#trouble;
  }

  /** Finishes a cut-off edit; returns why that is not possible. */
  async begin(): Promise<AppError | undefined> {
    const { fence, folders } = this.#context;
    try {
      await fence.confirm();
      this.#recovered = await cleanUp(this.#context);
      this.#unfinished = [];
      this.#trouble = undefined;
    } catch (error) {
      this.#trouble = failedOpen(error, folders.root);
      this.#unfinished = await readUnfinished(this.#context).catch(() => []);
      // A flush is never tried twice: only opening the project again shows what is on the disk.
      if (isAppError(this.#trouble, 'store-failed')) this.#queue.fail(this.#trouble);
    }
    return this.#trouble;
  }

  commit(changes: readonly FileChange[]): Promise<CommittedFiles> {
    return this.#queue.inTurn(async () => {
      try {
        await this.#requireBegun();
        const written = await commitChanges(changes, this.#context);
        this.#trouble = undefined;
        return written;
      } catch (error) {
        if (isAppError(error) && mayPass(error)) this.#trouble = error;
        throw error;
      }
    });
  }

  /** An unfinished edit must not be overwritten. */
  async #requireBegun(): Promise<void> {
    const failure = this.#recovered === undefined ? await this.begin() : undefined;
    if (failure !== undefined) throw failure;
  }

  async makeReady(): Promise<void> {
    if (this.#recovered === undefined) await this.#queue.inTurn(() => this.#requireBegun());
  }

  keepBackup(path: string, text: string): Promise<void> {
    return this.#queue.inTurn(() => keepBackup(this.#context, path, text));
  }

  forgetBackups(path: string): Promise<void> {
    const { backups, folders } = this.#context;
    const forget = () => backups.forget(backupName(folders, projectPath(folders, path)));
    return this.#queue.inTurn(() =>
      forget().catch((error: unknown) => {
        throw failedWrite(error, `the backups of ${path}`);
      }),
    );
  }

  async forget(paths: readonly string[]): Promise<void> {
    const { fs, folders } = this.#context;
    for (const path of paths)
      await this.#queue.inTurn(() => fs.unlink(projectPath(folders, path))).catch(() => undefined);
  }

  async retry(): Promise<boolean> {
    if (this.#trouble === undefined) return false;
    return this.#queue.inTurn(async () => {
      await this.#requireBegun();
      await tryToWrite(this.#context);
      this.#trouble = undefined;
      return true;
    });
  }
}

async function tryToWrite({ fs, fence, folders }: CommitContext): Promise<void> {
  await fence.confirm();
  const path = join(folders.stateDirectory, 'probe');
  const staged = await prepareWrite(fs, path, Buffer.alloc(PROBE_BYTES));
  await discardStaged(fs, [staged]);
}

function withChanges(entries: readonly DirectoryEntry[], directory: string, changes: readonly FileChange[]) {
  if (changes.length === 0) return [...entries];
  const byName = new Map(entries.map(entry => [entry.name, entry]));
  const prefix = directory === '' ? '' : `${directory}/`;
  for (const { path, text } of changes) {
    if (!path.startsWith(prefix)) continue;
    const [name = '', ...below] = path.slice(prefix.length).split('/');
    if (text !== undefined) byName.set(name, { name, isDirectory: below.length > 0 });
    else if (below.length === 0) byName.delete(name);
  }
  return [...byName.values()].sort(byNames);
}

const byNames = (a: DirectoryEntry, b: DirectoryEntry): number => (a.name < b.name ? -1 : 1);

/** Without the lock: an edit of several files by another process may be seen half done. */
export function readProjectFiles({ fs, root, stateDirectory }: OpenFilesOptions): ProjectReader {
  const folders = { root, stateDirectory };
  return projectReader({ fs, folders, backups: openBackups(fs, join(stateDirectory, 'backups')) });
}

interface ReaderParts {
  fs: FileSystem;
  folders: ProjectFolders;
  backups: Backups;
}

function projectReader({ fs, folders, backups }: ReaderParts): ProjectReader {
  async function look<T>(path: string, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      throw unreadable(error, path);
    }
  }

  return {
    async readText(path) {
      const read = () => fs.readFile(projectPath(folders, path));
      const bytes = await look(path, () => unlessCode(['ENOENT', 'ENOTDIR'], read, undefined));
      return bytes === undefined ? undefined : decodeText(bytes, path);
    },
    async list(directory) {
      const list = () => fs.list(directory === '' ? folders.root : projectPath(folders, directory));
      const entries = await look(directory, () => unlessCode(['ENOENT', 'ENOTDIR'], list, []));
      return entries.filter(({ name }) => !isTemporaryName(name)).sort(byNames);
    },
    stat: path => look(path, () => fs.stat(projectPath(folders, path))),
    listBackups: () => look('the backups', () => backups.list()),
    async readBackup(path, number) {
      const read = () => backups.read(backupName(folders, projectPath(folders, path)), number);
      const bytes = await look(path, read);
      return bytes === undefined ? undefined : decodeText(bytes, path);
    },
    newestGoodBackup: (path, parse) =>
      backups.newestGood(backupName(folders, projectPath(folders, path)), bytes => parse(decodeText(bytes, path))),
  };
}
