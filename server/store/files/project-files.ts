import { isUtf8 } from 'node:buffer';
import { join } from 'node:path';
import { AppError, isAppError } from '../../../model/protocol/errors.ts';
import { type BackupEntry, type Backups, type GoodBackup, openBackups } from './backups.ts';
import { type CommitContext, type CommittedFiles, commitChanges, recoverJournal } from './commit-changes.ts';
import { durableDirectories } from './durable-directories.ts';
import { failedWrite, HOW_TO_REOPEN } from './file-error.ts';
import { type DirectoryEntry, type FileStat, type FileSystem, systemCode, unlessCode } from './file-system.ts';
import type { FileChange } from './journal.ts';
import { backupName, type ProjectFolders, projectPath } from './project-path.ts';
import { isTemporaryName } from './temporary-files.ts';

/** The files of one project, to be read. Paths are those within the project, with `/`. */
export interface ProjectReader {
  /** Undefined when there is no such file. Errors: `damaged-file` when it cannot be read or is not UTF-8. */
  readText(path: string): Promise<string | undefined>;
  /** Sorted by name, without temporary files; empty when there is no such folder. '' is the project's folder. */
  list(directory: string): Promise<DirectoryEntry[]>;
  /** To notice edits from outside; undefined when there is no such file. */
  stat(path: string): Promise<FileStat | undefined>;
  /** All backups; names are those within the project, without the state folder for files of it. */
  listBackups(): Promise<BackupEntry[]>;
  /** Undefined when there is none with this number. Errors: `damaged-file` as `readText`. */
  readBackup(path: string, number: number): Promise<string | undefined>;
  /** The newest backup that `parse` accepts. */
  newestGoodBackup<T>(path: string, parse: (text: string) => T): Promise<GoodBackup<T> | undefined>;
}

/** The files of one open project. */
export interface ProjectFiles extends ProjectReader {
  /** Files of an edit that was cut off by a crash and finished when the project was opened. */
  recovered: readonly string[];
  /** As `commitChanges`; calls wait for each other, and after `store-failed` all of them fail. */
  commit(changes: readonly FileChange[]): Promise<CommittedFiles>;
  /** Keeps what a file held before somebody else replaced it, as its newest backup. Errors: as `commit`. */
  keepBackup(path: string, text: string): Promise<void>;
  /** Why nothing can be written any more, once the disk has failed. */
  readonly failure: AppError | undefined;
  /** Removes files that nobody misses, after the edits so far: a power cut may bring them back, a failure leaves them. */
  forget(paths: readonly string[]): Promise<void>;
}

export interface ProjectFilesOptions extends ProjectFolders {
  fs: FileSystem;
}

/** In the state folder: the records of calls, which are written with edits. */
export const CALLS_FOLDER = 'calls';

function decodeText(bytes: Buffer, path: string): string {
  if (!isUtf8(bytes)) throw new AppError('damaged-file', `${path} is not UTF-8 text; save it as UTF-8.`);
  return bytes.toString('utf8');
}

function unreadable(error: unknown, path: string): AppError {
  if (isAppError(error)) return error;
  const code = systemCode(error) ?? String(error);
  const reason = code === 'ELOOP' ? 'is a symbolic link; put the file itself in its place' : `cannot be read (${code})`;
  return new AppError('damaged-file', `${path} ${reason}.`, { facts: { file: path }, cause: error });
}

/** One after the other; once the disk has failed, nothing more is tried on what may be half a change. */
function diskQueue() {
  let last: Promise<unknown> = Promise.resolve();
  let failure: AppError | undefined;

  async function next<T>(work: () => Promise<T>): Promise<T> {
    if (failure !== undefined) {
      const message = 'An earlier edit met a failing disk; reopen the project, then try again.';
      throw new AppError('store-failed', message, { next: HOW_TO_REOPEN, cause: failure });
    }
    try {
      return await work();
    } catch (error) {
      if (isAppError(error, 'store-failed')) failure = error;
      throw error;
    }
  }

  return {
    failure: () => failure,
    inTurn<T>(work: () => Promise<T>): Promise<T> {
      const done = last.then(() => next(work));
      last = done.catch(() => undefined);
      return done;
    },
  };
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
  // With the whole project gone from its place, nothing was written over, and nothing may be made there.
  if ((await fs.stat(folders.stateDirectory)) === undefined) return;
  try {
    await backups.keepBytes(backupName(folders, projectPath(folders, path)), Buffer.from(text));
  } catch (error) {
    throw failedWrite(error, `a backup of ${path}`);
  }
}

/**
 * Opens the files of a project, under its lock: finishes or drops what a crash left behind, then serves the rest.
 * Errors: `not-found` when the folder is missing; `disk-full`, `read-only`, `store-failed` when an edit that was cut
 * off cannot be finished.
 */
export async function openProjectFiles({ fs, root, stateDirectory }: ProjectFilesOptions): Promise<ProjectFiles> {
  const folders = { root, stateDirectory };
  const directories = durableDirectories({ fs, ...folders });
  const backups = openBackups(fs, join(stateDirectory, 'backups'));
  const context: CommitContext = { fs, folders, directories, backups };
  const recovered = await cleanUp(context).catch((error: unknown) => {
    throw failedOpen(error, root);
  });
  const { inTurn, failure } = diskQueue();
  return {
    ...projectReader({ fs, folders, backups }),
    recovered,
    get failure() {
      return failure();
    },
    commit: changes => inTurn(() => commitChanges(changes, context)),
    keepBackup: (path, text) => inTurn(() => keepBackup(context, path, text)),
    forget: async paths => {
      for (const path of paths) await inTurn(() => fs.unlink(projectPath(folders, path))).catch(() => undefined);
    },
  };
}

/** Reads the files of a project without its lock: an edit of several files by another process may be seen half done. */
export function readProjectFiles({ fs, root, stateDirectory }: ProjectFilesOptions): ProjectReader {
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
      return entries.filter(({ name }) => !isTemporaryName(name)).sort((a, b) => (a.name < b.name ? -1 : 1));
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
