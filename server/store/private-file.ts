import { Low } from 'lowdb';
import type { z } from 'zod';
import { isAppError } from '../../model/protocol/errors.ts';
import { type DamagedFile, damageOf } from './damaged-file.ts';
import { jsonFile } from './files/json-file.ts';
import { parseJson } from './files/parse-json.ts';
import type { ProjectFiles, ProjectReader } from './files/project-files.ts';
import { parseFile, STATE_FOLDER } from './stored.ts';

const PRIVATE = 0o600;

export const privatePath = (name: string): string => `${STATE_FOLDER}/${name}.json`;

export interface PrivateFileRequest<Data> {
  /** Without folder and ending. */
  name: string;
  schema: z.ZodType<Data>;
  defaults: Data;
}

type Files = Pick<ProjectReader, 'readText' | 'newestGoodBackup'> & Pick<ProjectFiles, 'commit'>;

/** A file that git does not take, as lowdb sees it. */
export class PrivateFile<Data extends object> {
  readonly path: string;
  readonly database: Low<Data>;
  readonly #files: Files;
  readonly #parse: (json: unknown) => Data;
  #damage: DamagedFile | undefined;

  constructor(files: Files, { name, schema, defaults }: PrivateFileRequest<Data>) {
    const path = privatePath(name);
    this.path = path;
    this.#files = files;
    this.#parse = json => parseFile(schema, { path, json, isPrivate: true });
    this.database = new Low(jsonFile(files, path, { parse: this.#parse, mode: PRIVATE, isPrivate: true }), defaults);
  }

  /** What is wrong with it; nothing of the project can be written meanwhile. */
  get damage(): DamagedFile | undefined {
    return this.#damage;
  }

  /** Errors: `damaged-file`. */
  async read(): Promise<Low<Data>> {
    await this.database.read();
    return this.database;
  }

  /** As `read`; the newest good backup stands in for a file that is damaged. */
  async readOrStandIn(): Promise<Low<Data>> {
    try {
      return await this.read();
    } catch (error) {
      if (!isAppError(error, 'damaged-file')) throw error;
      const { path } = this;
      const backup = await this.#files.newestGoodBackup(path, text => this.#parse(parseJson(text, { file: path })));
      if (backup !== undefined) this.database.data = backup.value;
      const standIn = backup === undefined ? {} : { backup: backup.path };
      this.#damage = { ...damageOf(path, error), ...standIn, stopsAll: true };
      return this.database;
    }
  }

  /** Reads a damaged file again; whether it is whole by now. */
  async mend(): Promise<boolean> {
    try {
      await this.read();
      this.#damage = undefined;
      return true;
    } catch (error) {
      if (isAppError(error, 'damaged-file')) return false;
      throw error;
    }
  }
}
