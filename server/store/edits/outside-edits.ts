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

export interface OutsideChanges {
  /** Undefined for a file that is gone. */
  changed: ReadonlyMap<string, StoredFile | undefined>;
  /** All damaged files, not only new ones. */
  damaged: ReadonlyMap<string, DamagedFile>;
  stats: FileStats;
}

interface OutsideEditsOptions {
  files: Pick<ProjectReader, 'readText' | 'stat' | 'list'>;
  /** Statuses from when the files were read. */
  stats: FileStats;
  damaged: readonly DamagedFile[];
  /** Whether git is at work, so that more changes follow. */
  isBusy(): Promise<boolean>;
  settling: SettlingLimits;
  signal: AbortSignal;
}

export interface SettlingLimits {
  /** For disks that send no events, such as those of other machines. */
  lookEveryMs: number;
  /** How long files must have been still: others of the same change may follow. */
  stillMs: number;
  /** Files that keep changing are taken over after so long, except those changing at that moment. */
  unrestMs: number;
  /** Longest wait for git: an older lock was left behind by a dead process. */
  busyMs: number;
  /** A call answers with what is known rather than wait longer. */
  answerMs: number;
}

export const SETTLING_LIMITS: SettlingLimits = {
  lookEveryMs: 3_000,
  stillMs: 100,
  unrestMs: 500,
  busyMs: 10_000,
  answerMs: 2_000,
};

/** Readers see what git or an editor changed, and no edit overwrites it. */
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

  /** Looks at project.json in any case. */
  async differ(paths: Iterable<string>): Promise<boolean> {
    const { files } = this.#options;
    for (const path of new Set([PROJECT_PATH, ...paths])) {
      const stat = await files.stat(path);
      if (path === PROJECT_PATH && stat === undefined) return !this.#isGone();
      if (!sameFile(stat, this.#stats.get(path)) && !this.#writing.has(path)) return true;
    }
    return false;
  }

  async differAnywhere(): Promise<boolean> {
    await this.#retryUnreadable();
    const now = await this.#look();
    if (!now.has(PROJECT_PATH)) return !this.#isGone();
    const paths = new Set([...now.keys(), ...this.#stats.keys()]);
    return [...paths].some(path => !this.#writing.has(path) && !sameFile(now.get(path), this.#stats.get(path)));
  }

  isWriting(path: string): boolean {
    return this.#writing.has(path);
  }

  /** What this process writes must not be taken for an outside edit. */
  async whileWriting(paths: readonly string[], write: () => Promise<FileStats>): Promise<void> {
    this.#writing = new Set(paths);
    try {
      const stats = await write();
      for (const path of paths) put(this.#stats, path, stats.get(path));
    } finally {
      this.#writing = new Set();
    }
  }

  /** `known`: what this process holds. Nothing may be written meanwhile. Changes count as seen after `take`. */
  async read(known: ReadonlyMap<string, StoredFile>): Promise<OutsideChanges | undefined> {
    const begun = performance.now();
    const isLongerThan = (limitMs: number) => performance.now() - begun > limitMs;
    const isBusy = async () => !isLongerThan(this.#options.settling.busyMs) && (await this.#options.isBusy());
    await this.#retryUnreadable();
    let last = await this.#look();
    while (!this.#isKnown(last)) {
      await this.#pause();
      // Asked before the look: what git had left by then is whole.
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

  take({ stats, damaged }: OutsideChanges): void {
    this.#stats = new Map(stats);
    this.#damaged = damaged;
  }

  /** The status of a file does not change when it becomes readable again. */
  async #retryUnreadable(): Promise<void> {
    const { files } = this.#options;
    for (const { path, isUnreadable } of this.#damaged.values()) {
      if (!isUnreadable) continue;
      const isFile = isProjectPath(path);
      const isBack = await (isFile ? files.readText(path) : files.list(path)).then(
        // A file that is gone is noticed by the look at all files.
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
      // A folder that was unreadable is readable by now.
      if (!isProjectPath(path)) continue;
      const found = headless.has(path) ? missingHead(path) : await this.#readOne(path, known.get(path));
      if (found !== undefined && 'reason' in found) damaged.set(path, found);
      else if (found !== undefined || known.has(path)) changed.set(path, found);
    }
    return { changed: realChanges(changed, known), damaged, stats };
  }

  /** Files that changed while read may be half written; while git works, gone or damaged ones may come back. */
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

  /** A missing project.json is a missing folder or disk: the files were not deleted. */
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

/** For the folder alone, not below it; some platforms give no name. Throws when the folder cannot be watched. */
export type WatchFolder = (folder: string, onEvent: (name: string | undefined) => void) => { close(): void };

export const watchFolder: WatchFolder = (folder, onEvent) => {
  const watcher = watch(folder, { persistent: false }, (_event, name) => onEvent(name ?? undefined));
  // A folder that is gone sends no more events.
  watcher.on('error', () => watcher.close());
  return watcher;
};

interface OutsideWatchOptions {
  /** Absolute. */
  folder: string;
  outside: Pick<OutsideEdits, 'differ' | 'differAnywhere' | 'isWriting'>;
  /** Whether something is damaged or changed that no event reports. */
  hasOther(): Promise<boolean>;
  reload(): Promise<void>;
  watchFolder: WatchFolder;
  settling: Pick<SettlingLimits, 'lookEveryMs' | 'answerMs'>;
}

const FOLDER = new RegExp(`^${VERSIONS_FOLDER}(/[^/]+(/modules|/features(/.+)?)?)?$`);

interface WatchedFolder {
  inode: bigint;
  close(): void;
}

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

  /** Resolves once all that was noticed is taken over, or after `answerMs`. */
  async settled(): Promise<void> {
    if (this.#looks.size === 0) return;
    const waiting = new AbortController();
    const limit = delay(this.#options.settling.answerMs, undefined, { signal: waiting.signal }).catch(() => undefined);
    await Promise.race([Promise.all(this.#looks), limit]);
    waiting.abort();
  }

  /** Idempotent. */
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
    // A look that fails is repeated before long.
    if (await this.#options.outside.differ([path]).catch(() => false)) await this.#reload();
  }

  async #lookAround(): Promise<void> {
    await this.#watchFolders().catch(() => undefined);
    const { outside, hasOther } = this.#options;
    if ((await hasOther().catch(() => false)) || (await outside.differAnywhere().catch(() => false)))
      await this.#reload();
  }

  /** A folder that was replaced has the same name, but needs a new watcher. */
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
      // The folder is gone again, or no more can be watched: the files are polled in any case.
    }
  }

  #unwatch(folder: string): void {
    this.#watched.get(folder)?.close();
    this.#watched.delete(folder);
  }

  /** Reloads run one after the other; each takes over all that was noticed before it begins. */
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
