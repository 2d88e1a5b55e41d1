import { Low } from 'lowdb';
import type { z } from 'zod';
import { isAppError } from '../../../model/errors/errors.ts';
import { type FileStat, PRIVATE_FILE, sameFile } from '../files/file-system.ts';
import { jsonFile, serialiseJson } from '../files/json-file.ts';
import { parseJson } from '../files/parse-json.ts';
import type { ProjectFiles, ProjectReader } from '../files/project-files.ts';
import { type DamagedFile, damageOf } from './damaged-file.ts';
import { parseFile, STATE_FOLDER } from './stored.ts';

export const privatePath = (name: string): string => `${STATE_FOLDER}/${name}.json`;

export interface PrivateFileRequest<Data> {
  /** Without folder and ending. */
  name: string;
  schema: z.ZodType<Data>;
  defaults: Data;
  /** Whether nothing of the project can be written while it is damaged. Default: true. */
  stopsAll?: boolean;
}

type Files = Pick<ProjectReader, 'readText' | 'stat' | 'newestGoodBackup'> &
  Pick<ProjectFiles, 'commit'> &
  Partial<Pick<ProjectFiles, 'forgetBackups' | 'keepBackup'>>;

/** A file that git does not take, as lowdb sees it. */
export class PrivateFile<Data extends object> {
  readonly path: string;
  readonly database: Low<Data>;
  readonly #files: Files;
  readonly #parse: (json: unknown) => Data;
  readonly #stopsAll: boolean;
  #damage: DamagedFile | undefined;
  #keepsBackup = true;
  /** As this process read or wrote it last. */
  #stat: FileStat | undefined;

  constructor(files: Files, { name, schema, defaults, stopsAll = true }: PrivateFileRequest<Data>) {
    const path = privatePath(name);
    this.path = path;
    this.#files = files;
    this.#stopsAll = stopsAll;
    const commit: Files['commit'] = async changes => {
      const [change] = changes;
      const written = await files.commit(change && !this.#keepsBackup ? [{ ...change, keepsBackup: false }] : changes);
      this.#stat = written.get(path);
      return written;
    };
    this.#parse = json => parseFile(schema, { path, json, isPrivate: true });
    this.database = new Low(
      jsonFile({ ...files, commit }, path, { parse: this.#parse, mode: PRIVATE_FILE, isPrivate: true }),
      defaults,
    );
  }

  /** What is wrong with it, unless it is whole. */
  get damage(): DamagedFile | undefined {
    return this.#damage;
  }

  /** Errors: `damaged-file`. */
  async read(): Promise<Low<Data>> {
    this.#stat = await this.#files.stat(this.path);
    await this.database.read();
    return this.database;
  }

  /** Writes what the database holds, so that no backup brings back what it held before. Errors: as a write. */
  async writeAfresh(): Promise<void> {
    const { path, database } = this;
    await this.#files.forgetBackups?.(path);
    this.#keepsBackup = false;
    try {
      await database.write();
    } finally {
      this.#keepsBackup = true;
    }
    // Only needed when the file is damaged before it is written again.
    await this.#files.keepBackup?.(path, serialiseJson(database.data)).catch(() => undefined);
  }

  /** What the newest backup holds that can be read. */
  async newestBackup(): Promise<Data | undefined> {
    return (await this.#newestBackup())?.value;
  }

  #newestBackup() {
    const { path } = this;
    return this.#files.newestGoodBackup(path, text => this.#parse(parseJson(text, { file: path, isPrivate: true })));
  }

  /** As `read`; a file that is damaged counts as empty: a backup may hold what was taken back since. */
  async readOrNothing(): Promise<Low<Data>> {
    try {
      return await this.read();
    } catch (error) {
      if (!isAppError(error, 'damaged-file')) throw error;
      this.#damage = { ...damageOf(this.path, error), stopsAll: this.#stopsAll };
      return this.database;
    }
  }

  /** Whether somebody else wrote or removed it. */
  async differs(): Promise<boolean> {
    return !sameFile(await this.#files.stat(this.path), this.#stat);
  }

  /** As `read`; the newest good backup stands in for a file that is damaged. */
  async readOrStandIn(): Promise<Low<Data>> {
    try {
      return await this.read();
    } catch (error) {
      if (!isAppError(error, 'damaged-file')) throw error;
      const backup = await this.#newestBackup();
      if (backup !== undefined) this.database.data = backup.value;
      const standIn = backup === undefined ? {} : { backup: backup.path };
      this.#damage = { ...damageOf(this.path, error), ...standIn, stopsAll: this.#stopsAll };
      return this.database;
    }
  }

  /** Reads it again where it is damaged or changed; whether something new is known. What was read before stays otherwise. */
  async refresh(): Promise<boolean> {
    const isChanged = await this.differs();
    if (this.#damage === undefined && !isChanged) return false;
    return (await this.#mend()) || isChanged;
  }

  async #mend(): Promise<boolean> {
    try {
      await this.read();
      this.#damage = undefined;
      return true;
    } catch (error) {
      if (!isAppError(error, 'damaged-file')) throw error;
      this.#damage = { ...this.#damage, ...damageOf(this.path, error), stopsAll: this.#stopsAll };
      return false;
    }
  }
}
