/** Notices what git or an editor does to the files of a project while it is open, and has it taken over. */
import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError, isAppError } from '../../../model/errors/errors.ts';
import { type FileStat, type FileStats, nodeFileSystem, sameFile, sameFiles } from '../files/file-system.ts';
import type { ProjectReader } from '../files/project-files.ts';
import { isTemporaryName } from '../files/write-durably.ts';
import { type DamagedFile, damageOf } from './damaged-file.ts';
import { projectFolders, projectPaths } from './find-files.ts';
import {
  missingHead,
  missingHeads,
  otherProject,
  parseProjectFile,
  realChanges,
  withSharedRecords,
} from './read-project.ts';
import { isProjectPath, PROJECT_PATH, type StoredFile, VERSIONS_FOLDER } from './stored.ts';

/** Changes by others since the files were read or written last. */
export interface OutsideChanges {
  /** Current content; undefined where a file is gone. */
  changed: ReadonlyMap<string, StoredFile | undefined>;
  /** All files that cannot be taken as they are there, by path. */
  damaged: ReadonlyMap<string, DamagedFile>;
  stats: FileStats;
}

interface OutsideEditsOptions {
  files: Pick<ProjectReader, 'readText' | 'stat' | 'list'>;
  /** File statuses from when they were read. */
  stats: FileStats;
  damaged: readonly DamagedFile[];
  /** Whether more changes are sure to follow. */
  isBusy(): Promise<boolean>;
  settling: SettlingLimits;
  /** Ends all waiting. */
  signal: AbortSignal;
}

/** How soon changes of others are seen, and how long files are given to come to rest, in milliseconds. */
export interface SettlingLimits {
  /** Interval of polling, for disks that send no events, such as those of other machines. */
  lookEveryMs: number;
  /** Files that changed are left alone until they have been still for so long: others of the same change may follow. */
  stillMs: number;
  /** Files that never are still are taken over after so long, those aside that change at that very moment. */
  unrestMs: number;
  /** Longest wait for git: an older lock was left behind by a process that is gone. */
  busyMs: number;
  /** A call answers with what is known rather than wait longer for files that keep changing. */
  answerMs: number;
}

export const SETTLING_LIMITS: SettlingLimits = {
  lookEveryMs: 3_000,
  stillMs: 100,
  unrestMs: 500,
  busyMs: 10_000,
  answerMs: 2_000,
};

/**
 * Notices files that git or an editor changed while the project is open, so that all read them and no edit overwrites
 * what they hold.
 */
export class OutsideEdits {
  readonly #options: OutsideEditsOptions;
  #stats: Map<string, FileStat>;
  #damaged: ReadonlyMap<string, DamagedFile>;
  #writing: ReadonlySet<string> = new Set();

  constructor(options: OutsideEditsOptions) {
    this.#options = options;
    this.#stats = new Map(options.stats);
    this.#damaged = new Map(options.damaged.map(damage => [damage.path, damage]));
  }

  get damaged(): ReadonlyMap<string, DamagedFile> {
    return this.#damaged;
  }

  /** Whether one of some files, or the project as a whole, is not as this process knows it. */
  async differ(paths: Iterable<string>): Promise<boolean> {
    const { files } = this.#options;
    for (const path of new Set([PROJECT_PATH, ...paths])) {
      const stat = await files.stat(path);
      if (path === PROJECT_PATH && stat === undefined) return !this.#isGone();
      if (!sameFile(stat, this.#stats.get(path)) && !this.#writing.has(path)) return true;
    }
    return false;
  }

  /** Compares all files as `differ` does. */
  async differAnywhere(): Promise<boolean> {
    await this.#retryUnreadable();
    const now = await this.#look();
    if (!now.has(PROJECT_PATH)) return !this.#isGone();
    const paths = new Set([...now.keys(), ...this.#stats.keys()]);
    return [...paths].some(path => !this.#writing.has(path) && !sameFile(now.get(path), this.#stats.get(path)));
  }

  /** Whether this process is writing a file at the moment. */
  isWriting(path: string): boolean {
    return this.#writing.has(path);
  }

  /** Notes what this process makes of files, so that it is not taken for somebody else's doing. */
  async whileWriting(paths: readonly string[], write: () => Promise<FileStats>): Promise<void> {
    this.#writing = new Set(paths);
    try {
      const stats = await write();
      for (const path of paths) put(this.#stats, path, stats.get(path));
    } finally {
      this.#writing = new Set();
    }
  }

  /**
   * Waits until the files are still, and reads those that changed; `known` is what this process holds. Undefined when
   * nothing changed. Nothing may be written meanwhile. Counts as seen once it was given to `take`.
   */
  async read(known: ReadonlyMap<string, StoredFile>): Promise<OutsideChanges | undefined> {
    const begun = performance.now();
    const isLongerThan = (limitMs: number) => performance.now() - begun > limitMs;
    const isBusy = async () => !isLongerThan(this.#options.settling.busyMs) && (await this.#options.isBusy());
    await this.#retryUnreadable();
    let last = await this.#look();
    while (!this.#isKnown(last)) {
      await this.#pause();
      // Asked before the files are looked at: what git had left by then is whole.
      const wasBusy = await isBusy();
      const now = await this.#look();
      const isRestless = isLongerThan(this.#options.settling.unrestMs);
      const isReady = !wasBusy && (isRestless || sameFiles(last, now));
      last = now;
      if (!isReady) continue;
      const changes = await this.#readChanged(now, known);
      last = await this.#look();
      const isCut = await isBusy();
      if (isRestless || (sameFiles(now, last) && !isCut)) return this.#settledOf(changes, { now: last, isCut });
    }
    return undefined;
  }

  /** Takes note that changes were taken over. */
  take({ stats, damaged }: OutsideChanges): void {
    this.#stats = new Map(stats);
    this.#damaged = damaged;
  }

  /** Marks files that can be read again as changed, although their status is the same. */
  async #retryUnreadable(): Promise<void> {
    const { files } = this.#options;
    for (const { path, isUnreadable } of this.#damaged.values()) {
      if (!isUnreadable) continue;
      const isFile = isProjectPath(path);
      const isBack = await (isFile ? files.readText(path) : files.list(path)).then(
        // One that is gone is missed where all files are looked at.
        found => found !== undefined,
        () => false,
      );
      if (isBack) put(this.#stats, path, isFile ? undefined : await files.stat(path));
    }
  }

  async #look(): Promise<FileStats> {
    const { files } = this.#options;
    const found = new Map<string, FileStat>();
    for (const path of await projectPaths(files)) {
      const stat = await files.stat(path);
      if (stat !== undefined) found.set(path, stat);
    }
    return found;
  }

  async #pause(): Promise<void> {
    await delay(this.#options.settling.stillMs, undefined, { signal: this.#options.signal }).catch(() => {
      throw new AppError('read-only', 'The project is being closed.');
    });
  }

  async #readChanged(stats: FileStats, known: ReadonlyMap<string, StoredFile>): Promise<OutsideChanges> {
    if (!stats.has(PROJECT_PATH)) return this.#gone();
    const changed = new Map<string, StoredFile | undefined>();
    const damaged = new Map(this.#damaged);
    const headless = new Set(missingHeads(stats.keys()));
    for (const path of new Set([...stats.keys(), ...this.#stats.keys(), ...damaged.keys(), ...headless])) {
      const stat = stats.get(path);
      if (stat !== undefined && sameFile(stat, this.#stats.get(path))) continue;
      damaged.delete(path);
      // A folder that could not be read can be by now.
      if (!isProjectPath(path)) continue;
      const found = headless.has(path) ? missingHead(path) : await this.#readOne(path, known.get(path));
      if (found !== undefined && 'reason' in found) damaged.set(path, found);
      else if (found !== undefined || known.has(path)) changed.set(path, found);
    }
    return { changed: realChanges(changed, known), damaged, stats };
  }

  /**
   * Leaves out files that changed while they were read: half of one must not be taken for the whole. With git at work
   * by now, files that are gone or damaged are left out too: they will hardly stay so.
   */
  #settledOf({ changed, damaged, stats }: OutsideChanges, { now, isCut }: { now: FileStats; isCut: boolean }) {
    const result = { changed: new Map(changed), damaged: new Map(damaged), stats: new Map(stats) };
    const isGone = (path: string) => changed.has(path) && changed.get(path) === undefined;
    const isDoubtful = (path: string) => isCut && (isGone(path) || damaged.get(path) !== this.#damaged.get(path));
    for (const path of new Set([...stats.keys(), ...now.keys(), ...changed.keys(), ...damaged.keys()])) {
      if (sameFile(stats.get(path), now.get(path)) && !isDoubtful(path)) continue;
      result.changed.delete(path);
      put(result.damaged, path, this.#damaged.get(path));
      put(result.stats, path, this.#stats.get(path));
    }
    return result;
  }

  #isKnown(stats: FileStats): boolean {
    return stats.has(PROJECT_PATH) ? sameFiles(stats, this.#stats) : this.#isGone();
  }

  #isGone(): boolean {
    return !this.#stats.has(PROJECT_PATH);
  }

  /** Without project.json the folder or its disk went away: its files were not deleted, new ones would be elsewhere. */
  #gone(): OutsideChanges {
    const stats = new Map(this.#stats);
    stats.delete(PROJECT_PATH);
    const damage = { path: PROJECT_PATH, reason: `${PROJECT_PATH} is gone.`, stopsAll: true };
    return { changed: new Map(), damaged: new Map([...this.#damaged, [PROJECT_PATH, damage]]), stats };
  }

  async #readOne(path: string, known: StoredFile | undefined): Promise<StoredFile | DamagedFile | undefined> {
    let text: string | undefined;
    try {
      text = await this.#options.files.readText(path);
      if (text === undefined) return undefined;
      const stored = parseProjectFile(path, text);
      return otherProject(known, stored) ?? withSharedRecords(known, stored);
    } catch (error) {
      if (isAppError(error)) return damageOf(path, error, text);
      throw error;
    }
  }
}

function put<Value>(map: Map<string, Value>, key: string, value: Value | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}

/**
 * Tells of names that appear, vanish or change in one folder, not below it; some platforms leave the name out. What
 * happens before it returns, or on disks that tell nothing, goes unseen. Throws when the folder cannot be watched.
 */
export type WatchFolder = (folder: string, onEvent: (name: string | undefined) => void) => { close(): void };

export const watchFolder: WatchFolder = (folder, onEvent) => {
  const watcher = watch(folder, { persistent: false }, (_event, name) => onEvent(name ?? undefined));
  // A folder that is gone has nothing more to tell.
  watcher.on('error', () => watcher.close());
  return watcher;
};

interface OutsideWatchOptions {
  /** Absolute. */
  folder: string;
  outside: Pick<OutsideEdits, 'differ' | 'differAnywhere' | 'isWriting'>;
  /** Whether something is damaged or was changed that no folder tells of. */
  hasOther(): Promise<boolean>;
  /** Takes over what changed; harmless when nothing did. */
  reload(): Promise<void>;
  watchFolder: WatchFolder;
  settling: Pick<SettlingLimits, 'lookEveryMs' | 'answerMs'>;
}

const FOLDER = new RegExp(`^${VERSIONS_FOLDER}(/[^/]+(/modules|/features(/.+)?)?)?$`);

interface WatchedFolder {
  inode: bigint;
  close(): void;
}

/** Looks out for files that others change, and has them taken over. */
export class OutsideWatch {
  readonly #options: OutsideWatchOptions;
  readonly #watched = new Map<string, WatchedFolder>();
  readonly #looks = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #lastReload: Promise<void> = Promise.resolve();
  #nextReload: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: OutsideWatchOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    await this.#lookAround();
    this.#schedule();
  }

  /** Resolves once all that was noticed so far is taken over; at once when nothing was. */
  async settled(): Promise<void> {
    if (this.#looks.size === 0) return;
    const waiting = new AbortController();
    const limit = delay(this.#options.settling.answerMs, undefined, { signal: waiting.signal }).catch(() => undefined);
    await Promise.race([Promise.all(this.#looks), limit]);
    waiting.abort();
  }

  /** Later changes go unseen. Idempotent. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const watched of this.#watched.values()) watched.close();
    this.#watched.clear();
  }

  #schedule(): void {
    this.#timer = setTimeout(() => {
      this.#lookAround().finally(() => {
        if (!this.#isClosed) this.#schedule();
      });
    }, this.#options.settling.lookEveryMs).unref();
  }

  #onEvent(folder: string, name: string | undefined): void {
    if (this.#isClosed) return;
    if (name === undefined) return void this.#track(this.#lookAround());
    if (isTemporaryName(name)) return;
    const path = folder === '' ? name : `${folder}/${name}`;
    if (isProjectPath(path)) {
      if (!this.#options.outside.isWriting(path)) this.#track(this.#lookAt(path));
    } else if (FOLDER.test(path)) this.#track(this.#lookAround());
  }

  #track(look: Promise<void>): void {
    this.#looks.add(look);
    look.finally(() => this.#looks.delete(look));
  }

  async #lookAt(path: string): Promise<void> {
    // What cannot be looked at now is looked at again before long.
    if (await this.#options.outside.differ([path]).catch(() => false)) await this.#reload();
  }

  async #lookAround(): Promise<void> {
    // As above: what cannot be looked at now is looked at again before long.
    await this.#watchFolders().catch(() => undefined);
    const { outside, hasOther } = this.#options;
    if ((await hasOther().catch(() => false)) || (await outside.differAnywhere().catch(() => false)))
      await this.#reload();
  }

  /** A folder that was replaced is another one, although its name is the same. */
  async #watchFolders(): Promise<void> {
    const folders = await projectFolders(this.#options.folder);
    for (const folder of this.#watched.keys()) if (!folders.includes(folder)) this.#unwatch(folder);
    for (const folder of folders) {
      const stat = await nodeFileSystem.stat(join(this.#options.folder, folder));
      if (stat !== undefined && stat.inode === this.#watched.get(folder)?.inode) continue;
      this.#unwatch(folder);
      if (stat !== undefined && !this.#isClosed) this.#watchOne(folder, stat.inode);
    }
  }

  #watchOne(folder: string, inode: bigint): void {
    try {
      const path = join(this.#options.folder, folder);
      const watcher = this.#options.watchFolder(path, name => this.#onEvent(folder, name));
      this.#watched.set(folder, { inode, close: () => watcher.close() });
    } catch {
      // Gone again, or no more folders can be watched: the files are looked at from time to time in any case.
    }
  }

  #unwatch(folder: string): void {
    this.#watched.get(folder)?.close();
    this.#watched.delete(folder);
  }

  /** One after the other; all that is noticed before one begins is taken over by it. */
  #reload(): Promise<void> {
    this.#nextReload ??= this.#lastReload.then(() => {
      this.#lastReload = this.#nextReload ?? Promise.resolve();
      this.#nextReload = undefined;
      // A full disk or a busy store may pass: the next look finds the same changes.
      return this.#isClosed ? undefined : this.#options.reload().catch(() => undefined);
    });
    return this.#nextReload;
  }
}
