import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { VersionId } from '../../model/names/codes.ts';
import type { OutsideEdits, SettlingLimits } from '../store/edits/outside-edits.ts';
import { featurePaths, isProjectPath, modulesFolder, VERSIONS_FOLDER } from '../store/edits/stored.ts';
import { nodeFileSystem } from '../store/files/file-system.ts';
import { isTemporaryName } from '../store/files/write-durably.ts';

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

/** The folders in which a project's files lie, '' being its own. */
async function projectFolders(root: string): Promise<string[]> {
  const entries = await nodeFileSystem.list(join(root, VERSIONS_FOLDER)).catch(() => []);
  const versions = entries.flatMap(({ name }) => VersionId.safeParse(name).data ?? []);
  const files = { list: (folder: string) => nodeFileSystem.list(join(root, folder)).catch(() => []) };
  const ofFeatures = await Promise.all(versions.map(async id => (await featurePaths(files, id)).folders));
  const ofVersions = versions.flatMap(id => [`${VERSIONS_FOLDER}/${id}`, modulesFolder(id)]);
  return ['', VERSIONS_FOLDER, ...ofVersions, ...ofFeatures.flat()];
}

interface Watched {
  inode: bigint;
  close(): void;
}

/** Looks out for files that others change, and has them taken over. */
export class OutsideWatch {
  readonly #options: OutsideWatchOptions;
  readonly #watched = new Map<string, Watched>();
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
