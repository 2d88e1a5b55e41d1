import { createHash } from 'node:crypto';
import { dirname, join, relative, sep } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';
import type { Backups } from './backups.ts';
import { brokenStore, type FileStat, type FileSystem, failedWrite, PRIVATE_FILE, unlessCode } from './file-system.ts';
import {
  commitStaged,
  type DurableDirectories,
  discardStaged,
  prepareWrite,
  type StagedFile,
} from './write-durably.ts';

const RECORD_NAME = 'record';
const HEADER = /^steploom-journal 1 ([0-9a-f]{64})$/;

const RecordedChange = z.strictObject({
  /** Within the project, with `/`, e.g. `versions/main/modules/m1.json`. */
  path: z.string(),
  text: z.string().optional(),
  /** Permission bits. Default: those of the file so far, else `0o666` narrowed by the umask. */
  mode: z.int().optional(),
});
const RecordedEdit = z.strictObject({ changes: z.array(RecordedChange) });

export interface FileChange extends z.infer<typeof RecordedChange> {
  /** Undefined deletes the file. */
  text: string | undefined;
  /** False where the present content must not be kept. */
  keepsBackup?: boolean;
}

export const recordPath = (journalDirectory: string): string => join(journalDirectory, RECORD_NAME);

const checksum = (body: string): string => createHash('sha256').update(body).digest('hex');

/** Two lines: a header with the SHA-256 of the second, and the changes as JSON. */
export function encodeRecord(changes: readonly FileChange[]): string {
  const body = JSON.stringify({ changes });
  return `steploom-journal 1 ${checksum(body)}\n${body}\n`;
}

function decodeRecord(bytes: Buffer): FileChange[] | undefined {
  const [header = '', body = ''] = bytes.toString('utf8').split('\n');
  if (HEADER.exec(header)?.[1] !== checksum(body)) return undefined;
  return RecordedEdit.parse(JSON.parse(body)).changes.map(change => ({ ...change, text: change.text }));
}

/** Without the flush the record could come back after a power cut and undo later edits. */
async function removeRecord(fs: FileSystem, directory: string, remove: (path: string) => Promise<void>): Promise<void> {
  await remove(recordPath(directory));
  await fs.syncDirectory(directory);
}

/** A torn record counts as none: its edit was never acknowledged. */
async function readRecord(fs: FileSystem, directory: string): Promise<FileChange[] | undefined> {
  const bytes = await unlessCode(['ENOENT'], () => fs.readFile(recordPath(directory)), undefined);
  return bytes === undefined ? undefined : decodeRecord(bytes);
}

export interface ProjectFolders {
  /** Absolute. */
  root: string;
  /** Absolute, directly below `root`. */
  stateDirectory: string;
}

const GIT_FILES: readonly string[] = ['.gitignore', '.gitattributes'];

const isPlainSegment = (segment: string): boolean =>
  segment !== '' && !segment.startsWith('.') && !/[\\:\0]/.test(segment);

/** Nothing may reach `.git` or leave the project. Errors: `internal`: no path is taken from a caller. */
export function projectPath({ root, stateDirectory }: ProjectFolders, path: string): string {
  const [first = '', ...rest] = path.split('/');
  const isInState = rest.length > 0 && first === relative(root, stateDirectory);
  if (GIT_FILES.includes(path)) return join(root, path);
  if (!(isInState || isPlainSegment(first)) || !rest.every(isPlainSegment)) {
    throw new AppError('internal', `"${path}" is not the path of a project file.`);
  }
  return join(root, path);
}

/** Within the state folder for files there, else within the project. */
export const backupName = ({ root, stateDirectory }: ProjectFolders, absolutePath: string): string =>
  relative(absolutePath.startsWith(stateDirectory + sep) ? stateDirectory : root, absolutePath);

export interface CommitContext {
  fs: FileSystem;
  folders: ProjectFolders;
  directories: DurableDirectories;
  backups: Backups;
  fence: Fence;
}

/** Whether this process may still write the project. */
export interface Fence {
  /** Call it once all is staged: a process that takes over removes earlier staged files. Errors: `project-locked`. */
  confirm(): Promise<void>;
  /** Errors: as `confirm`. */
  remove(path: string, fs: FileSystem): Promise<void>;
}

/** For a folder that no other process knows of. */
export const NO_FENCE: Fence = { confirm: async () => {}, remove: (path, fs) => fs.unlink(path) };

/** `stat` returns these until somebody else changes the file. */
export type CommittedFiles = ReadonlyMap<string, FileStat>;

/** Flushes in flight at once: the disk joins them. */
const PARALLEL_WRITES = 8;

const journalDirectory = ({ stateDirectory }: ProjectFolders): string => join(stateDirectory, 'journal');

/** The journal must not hold what only the owner of a file may read. */
function checkChanges(changes: readonly FileChange[], folders: ProjectFolders): void {
  const paths = new Set(changes.map(change => projectPath(folders, change.path)));
  if (paths.size < changes.length) throw new AppError('internal', 'An edit names the same file twice.');
  const secret = changes.find(({ text, mode = 0o666 }) => text !== undefined && (mode & 0o077) === 0);
  if (secret !== undefined && changes.length > 1) {
    throw new AppError('internal', `${secret.path} is private: write it by an edit of its own, before the others.`);
  }
}

interface WritePlan {
  name: string;
  path: string;
  text: string | undefined;
  mode: number | undefined;
  before: FileStat | undefined;
  keepsBackup?: boolean | undefined;
}

async function planChanges(changes: readonly FileChange[], context: CommitContext): Promise<WritePlan[]> {
  const plans: WritePlan[] = [];
  for (const { path: name, text, mode, keepsBackup } of changes) {
    const path = projectPath(context.folders, name);
    if (text !== undefined) await context.directories.ensure(dirname(path));
    const before = await context.fs.stat(path);
    const isPrivate = path.startsWith(`${context.folders.stateDirectory}${sep}`);
    if (text !== undefined || before !== undefined)
      plans.push({ name, path, text, mode: mode ?? (isPrivate ? PRIVATE_FILE : before?.mode), before, keepsBackup });
  }
  return plans;
}

async function planRecord(changes: readonly FileChange[], { folders, directories }: CommitContext): Promise<WritePlan> {
  await directories.ensure(journalDirectory(folders));
  const path = recordPath(journalDirectory(folders));
  return { name: 'the journal', path, text: encodeRecord(changes), mode: PRIVATE_FILE, before: undefined };
}

async function stagePlan({ name, path, text, mode }: WritePlan, { fs }: CommitContext): Promise<StagedFile> {
  return text === undefined ? { path, name } : prepareWrite(fs, path, Buffer.from(text), { mode, name });
}

async function makeRoomForBackups(plans: readonly WritePlan[], { backups, folders }: CommitContext): Promise<void> {
  for (const { path, before } of plans) {
    if (before !== undefined) await backups.makeRoom(backupName(folders, path));
  }
}

async function keepBackups(plans: readonly WritePlan[], { backups, folders }: CommitContext): Promise<void> {
  for (const { path, before, keepsBackup = true } of plans) {
    if (before !== undefined && keepsBackup) await backups.keep(path, backupName(folders, path));
  }
}

/** All that needs space happens here, before anything is visible. */
async function stagePlans(plans: readonly WritePlan[], context: CommitContext): Promise<StagedFile[]> {
  const staged: StagedFile[] = [];
  // Freeing the blocks of an old backup takes as long as writing a new file: both go on side by side.
  const room = makeRoomForBackups(plans, context);
  room.catch(() => undefined);
  try {
    for (let start = 0; start < plans.length; start += PARALLEL_WRITES) {
      const slice = plans.slice(start, start + PARALLEL_WRITES);
      const outcomes = await Promise.allSettled(slice.map(plan => stagePlan(plan, context)));
      staged.push(...outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : [])));
      const failure = outcomes.find(outcome => outcome.status === 'rejected');
      if (failure !== undefined) throw failure.reason;
    }
    await room;
    await keepBackups(plans, context);
    return staged;
  } catch (error) {
    await room.catch(() => undefined);
    await discardStaged(context.fs, staged);
    throw error;
  }
}

async function showStaged(staged: readonly StagedFile[], { fs, fence }: CommitContext): Promise<void> {
  await fence.confirm().catch(async (error: unknown) => {
    await discardStaged(fs, staged);
    throw error;
  });
  await commitStaged(fs, staged, path => fence.remove(path, fs));
}

/** Stages an edit and its record. Once the record is on disk the edit counts; its files are then only renamed. */
async function stageRecorded(
  changes: readonly FileChange[],
  plans: readonly WritePlan[],
  context: CommitContext,
): Promise<StagedFile[]> {
  const staged = await stagePlans([await planRecord(changes, context), ...plans], context);
  const files = staged.slice(1);
  try {
    await showStaged(staged.slice(0, 1), context);
    return files;
  } catch (error) {
    // A record whose flush failed must not be replayed: its edit is reported as failed.
    await context.fence.remove(recordPath(journalDirectory(context.folders)), context.fs).catch(() => undefined);
    await discardStaged(context.fs, files);
    throw error;
  }
}

/** The edit has succeeded: an empty folder that stays does no harm. */
async function removeEmptyFolders(changes: readonly FileChange[], context: CommitContext): Promise<void> {
  for (const directory of new Set(changes.map(({ path }) => dirname(projectPath(context.folders, path))))) {
    await context.directories.removeEmpty(directory).catch(() => undefined);
  }
}

/** `recoverJournal` repairs a failure from here on at the next open. */
async function commitRecorded(staged: readonly StagedFile[], { fs, fence, folders }: CommitContext): Promise<void> {
  try {
    const remove = (path: string) => fence.remove(path, fs);
    await commitStaged(fs, staged, remove);
    await removeRecord(fs, journalDirectory(folders), remove);
  } catch (error) {
    throw brokenStore(error, 'an edit of several files');
  }
}

/**
 * All or nothing, also after a power cut. One edit at a time. Errors: `disk-full` and `read-only` leave the files as
 * they were; after `store-failed` only reopening helps; `internal` when a private file (mode `0o600`) is not alone.
 */
export async function commitChanges(changes: readonly FileChange[], context: CommitContext): Promise<CommittedFiles> {
  checkChanges(changes, context.folders);
  let files: StagedFile[];
  let isRecorded: boolean;
  try {
    const plans = await planChanges(changes, context);
    isRecorded = plans.length > 1;
    files = await (isRecorded ? stageRecorded(changes, plans, context) : stagePlans(plans, context));
    if (!isRecorded) await showStaged(files, context);
  } catch (error) {
    await removeEmptyFolders(changes, context);
    throw failedWrite(error, changes.map(change => change.path).join(', '));
  }
  if (isRecorded) await commitRecorded(files, context);
  await context.backups.seal();
  await removeEmptyFolders(
    changes.filter(change => change.text === undefined),
    context,
  );
  return new Map(files.flatMap(({ name, stat }) => (stat === undefined ? [] : [[name, stat] as const])));
}

/**
 * Call it once, after the folders are settled and before anything is read. Returns the files written or deleted.
 * Errors: as `commitChanges`; the record then stays for the next try.
 */
export async function recoverJournal(context: CommitContext): Promise<string[]> {
  const directory = journalDirectory(context.folders);
  await context.directories.settle(directory, { deep: false });
  if ((await context.fs.stat(recordPath(directory))) === undefined) return [];
  const changes = (await readRecord(context.fs, directory)) ?? [];
  const files = await stagePlans(await planChanges(changes, context), context);
  await context.fence.confirm();
  await commitRecorded(files, context);
  await context.backups.seal();
  return changes.map(change => change.path);
}

export const readUnfinished = async ({ fs, folders }: CommitContext): Promise<FileChange[]> =>
  (await readRecord(fs, journalDirectory(folders))) ?? [];
