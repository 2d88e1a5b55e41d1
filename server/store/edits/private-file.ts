import { randomUUID } from 'node:crypto';
import { Low } from 'lowdb';
import { z } from 'zod';
import { AppError, isAppError } from '../../../model/errors/errors.ts';
import { type Environment, environmentSecretKey } from '../../../model/project/environment.ts';
import type { FileChange } from '../files/commit-changes.ts';
import { type FileStat, PRIVATE_FILE, sameFile } from '../files/file-system.ts';
import { jsonFile, serialiseJson } from '../files/json-file.ts';
import { parseJson } from '../files/parse-json.ts';
import type { ProjectFiles, ProjectReader } from '../files/project-files.ts';
import { type DamagedFile, damageOf, refusalOf } from './damaged-file.ts';
import { parseFile } from './parse-file.ts';
import { STATE_FOLDER } from './stored.ts';

export const privatePath = (name: string): string => `${STATE_FOLDER}/${name}.json`;

export interface PrivateFileRequest<Data> {
  /** File name without folder and extension. */
  name: string;
  schema: z.ZodType<Data>;
  defaults: Data;
  /** Whether nothing of the project can be written while it is damaged. Default: true. */
  stopsAll?: boolean;
}

type FilesBelow = Pick<ProjectReader, 'readText' | 'stat' | 'newestGoodBackup'> &
  Pick<ProjectFiles, 'commit'> &
  Partial<Pick<ProjectFiles, 'forgetBackups' | 'keepBackup'>>;

/** A file that git does not take, as lowdb sees it. */
export class PrivateFile<Data extends object> {
  readonly path: string;
  readonly database: Low<Data>;
  readonly #files: FilesBelow;
  readonly #parse: (json: unknown) => Data;
  readonly #stopsAll: boolean;
  #damage: DamagedFile | undefined;
  #keepsBackup = true;
  /** File status of this process's last read or write. */
  #stat: FileStat | undefined;

  constructor(files: FilesBelow, { name, schema, defaults, stopsAll = true }: PrivateFileRequest<Data>) {
    const path = privatePath(name);
    this.path = path;
    this.#files = files;
    this.#stopsAll = stopsAll;
    const commit: FilesBelow['commit'] = async changes => {
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

  /** Reads the newest backup that is not damaged. */
  async newestBackup(): Promise<Data | undefined> {
    return (await this.#newestBackup())?.value;
  }

  #newestBackup() {
    const { path } = this;
    return this.#files.newestGoodBackup(path, text => this.#parse(parseJson(text, { file: path, isPrivate: true })));
  }

  /** Reads a file; a damaged one counts as empty: a backup may hold what was revoked since. */
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

  /** Reads a file; the newest good backup replaces a damaged one. */
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

/** Writes data; the database goes back to what it held when that fails. */
export async function writeOrKeep<Data>(
  database: Low<Data>,
  data: Data,
  write = () => database.write(),
): Promise<void> {
  const previous = database.data;
  database.data = data;
  try {
    await write();
  } catch (error) {
    database.data = previous;
    throw error;
  }
}

type UpdateData<Data, Result> = (data: Data) => Promise<Changed<Data, Result>> | Changed<Data, Result>;

interface Changed<Data, Result> {
  data: Data;
  result: Result;
}

/** The file below a database, to notice what others do to it. */
export type ChangedFile = Pick<PrivateFile<object>, 'damage' | 'refresh'>;

interface ChangesOptions<Data> {
  file: ChangedFile | undefined;
  /** Called when others have changed it, and when it was changed here. */
  published(data: Data): void;
  /** Called after `published` when others have changed it. */
  tookOver?(): Promise<void>;
  /** Default: `write` of the database. */
  write?(before: Data, after: Data): Promise<void>;
}

/** Changes of a private file, one after the other; memory follows only when that worked. */
export class PrivateChanges<Data extends object> {
  readonly #database: Low<Data>;
  readonly #options: ChangesOptions<Data>;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(database: Low<Data>, options: ChangesOptions<Data>) {
    this.#database = database;
    this.#options = options;
  }

  /** A damaged file keeps the data read before, and cannot be changed. */
  get damage(): DamagedFile | undefined {
    return this.#options.file?.damage;
  }

  /** Takes over what others wrote into the file, between changes; whether something new is known. */
  refresh(): Promise<boolean> {
    return this.#inTurn(() => this.#takeOver());
  }

  /** Errors: `read-only`, those of writing. */
  async change<Result>(update: UpdateData<Data, Result>): Promise<Result> {
    if (this.#isClosed) throw new AppError('read-only', 'The project is being closed.');
    return this.#inTurn(() => this.write(update));
  }

  /** Writes without waiting for its turn, while the project is closed. */
  async write<Result>(update: UpdateData<Data, Result>): Promise<Result> {
    const { write, published } = this.#options;
    await this.#takeOver();
    if (this.damage !== undefined) throw refusalOf(this.damage);
    const before = this.#database.data;
    const { data, result } = await update(before);
    await writeOrKeep(this.#database, data, write && (() => write(before, data)));
    published(data);
    return result;
  }

  /** Waits for a change under way; later ones are refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#last;
  }

  async #takeOver(): Promise<boolean> {
    if (!(await this.#options.file?.refresh())) return false;
    this.#options.published(this.#database.data);
    await this.#options.tookOver?.();
    return true;
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}

/** Secret values by key; is in a file of its own that only its owner may read. */
export const SecretsData = z.strictObject({
  format: z.literal(1),
  secrets: z.record(z.string(), z.string()),
  /** New values, null for removed ones, that count once the files of their edit are written. */
  staged: z.strictObject({ edit: z.string(), values: z.record(z.string(), z.string().nullable()) }).optional(),
});
export type SecretsData = z.infer<typeof SecretsData>;

export const SECRETS_FILE: PrivateFileRequest<SecretsData> = {
  name: 'secrets',
  schema: SecretsData,
  defaults: { format: 1, secrets: {} },
};

/** Names the newest edit with secrets whose files are written; written together with them. */
const SecretsMarkData = z.strictObject({ format: z.literal(1), edit: z.string() });
type SecretsMarkData = z.infer<typeof SecretsMarkData>;

export const SECRETS_MARK_FILE: PrivateFileRequest<SecretsMarkData> = {
  name: 'secrets-mark',
  schema: SecretsMarkData,
  defaults: { format: 1, edit: '' },
};

/** New values by key; undefined removes one. */
export type SecretChanges = ReadonlyMap<string, string | undefined>;

type SecretValues = Readonly<Record<string, string>>;

function changed(values: SecretValues, changes: Iterable<readonly [string, string | null | undefined]>): SecretValues {
  const next = new Map(Object.entries(values));
  for (const [key, value] of changes) {
    if (value === undefined || value === null) next.delete(key);
    else next.set(key, value);
  }
  return Object.fromEntries(next);
}

/** The values, and the mark that says whether the staged ones count. */
interface SecretsDatabases {
  values: Low<SecretsData>;
  mark: Pick<Low<SecretsMarkData>, 'data'>;
}

/** Values that wait for the files of their edit. */
interface StagedSecrets {
  /** Changes to write together with the files. */
  changes: FileChange[];
  /** Call it once that is done: from then on the values count. */
  written(): Promise<void>;
}

/**
 * The secrets of a project. Values never leave it but into runs and requests that need them, and no journal holds them:
 * those of an edit are staged beside the present ones, and a mark among its files makes them count.
 */
export class SecretsFile {
  readonly #databases: SecretsDatabases;
  readonly #overrides: ReadonlyMap<string, string>;

  /** `overrides`: values by the name of the environment item, which win over stored ones. */
  constructor(databases: SecretsDatabases, overrides: ReadonlyMap<string, string> = new Map()) {
    this.#databases = databases;
    this.#overrides = overrides;
  }

  /** The value of an environment's secret. */
  ofEnvironment(versionId: string, environment: Environment, name: string): string | undefined {
    return this.#overrides.get(name) ?? this.get(environmentSecretKey(versionId, environment.environmentCode, name));
  }

  get(key: string): string | undefined {
    const { values, mark } = this.#databases;
    const { secrets, staged } = values.data;
    const waiting = staged?.edit === mark.data.edit ? staged.values : {};
    if (Object.hasOwn(waiting, key)) return waiting[key] ?? undefined;
    return Object.hasOwn(secrets, key) ? secrets[key] : undefined;
  }

  /** All values, for the redactor. */
  values(): string[] {
    const { secrets, staged } = this.#databases.values.data;
    const waiting = Object.values(staged?.values ?? {}).filter(value => value !== null);
    return [...Object.values(secrets), ...waiting, ...this.#overrides.values()];
  }

  /** Writes changes to disk; memory follows only when that worked. */
  async apply(changes: SecretChanges): Promise<void> {
    if (changes.size > 0) await this.#write({ format: 1, secrets: changed(this.#present(), changes) });
  }

  /** Writes changes beside the present values; they count with the files of their edit, and not without. */
  async stage(changes: SecretChanges): Promise<StagedSecrets> {
    if (changes.size === 0) return { changes: [], written: async () => {} };
    const edit = randomUUID();
    const values = Object.fromEntries([...changes].map(([key, value]) => [key, value ?? null]));
    await this.#write({ format: 1, secrets: this.#present(), staged: { edit, values } });
    const mark: SecretsMarkData = { format: 1, edit };
    return {
      changes: [{ path: privatePath(SECRETS_MARK_FILE.name), text: serialiseJson(mark) }],
      written: async () => {
        this.#databases.mark.data = mark;
        await this.settle();
      },
    };
  }

  /** Ends what is staged, by now or by an edit that was cut off: values that do not count any more leave the file. */
  async settle(): Promise<void> {
    if (this.#databases.values.data.staged === undefined) return;
    try {
      await this.#write({ format: 1, secrets: this.#present() });
    } catch (error) {
      // They count in any case; a full disk only keeps the old ones in the file until the next write.
      if (!isAppError(error)) throw error;
    }
  }

  /** The values in effect. */
  #present(): SecretValues {
    const { values, mark } = this.#databases;
    const { secrets, staged } = values.data;
    return staged?.edit === mark.data.edit ? changed(secrets, Object.entries(staged.values)) : secrets;
  }

  #write(data: SecretsData): Promise<void> {
    return writeOrKeep(this.#databases.values, data);
  }
}
