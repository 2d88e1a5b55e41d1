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
  name: string;
  schema: z.ZodType<Data>;
  defaults: Data;
  stopsAll?: boolean;
}

type FilesBelow = Pick<ProjectReader, 'readText' | 'stat' | 'newestGoodBackup'> &
  Pick<ProjectFiles, 'commit'> &
  Partial<Pick<ProjectFiles, 'forgetBackups' | 'keepBackup'>>;

export class PrivateFile<Data extends object> {
  readonly path: string;
  readonly database: Low<Data>;
  readonly #files: FilesBelow;
  readonly #parse: (json: unknown) => Data;
  readonly #stopsAll: boolean;
  #damage: DamagedFile | undefined;
  #keepsBackup = true;
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

  /** No backup may bring back what the file held before. Errors: those of writing. */
  async writeAfresh(): Promise<void> {
    const { path, database } = this;
    await this.#files.forgetBackups?.(path);
    this.#keepsBackup = false;
    try {
      await database.write();
    } finally {
      this.#keepsBackup = true;
    }
    // The backup only matters if the file is damaged before its next write.
    await this.#files.keepBackup?.(path, serialiseJson(database.data)).catch(() => undefined);
  }

  async newestBackup(): Promise<Data | undefined> {
    return (await this.#newestBackup())?.value;
  }

  #newestBackup() {
    const { path } = this;
    return this.#files.newestGoodBackup(path, text => this.#parse(parseJson(text, { file: path, isPrivate: true })));
  }

  /** A damaged file counts as empty: a backup may hold what was revoked since. */
  async readOrNothing(): Promise<Low<Data>> {
    try {
      return await this.read();
    } catch (error) {
      if (!isAppError(error, 'damaged-file')) throw error;
      this.#damage = { ...damageOf(this.path, error), stopsAll: this.#stopsAll };
      return this.database;
    }
  }

  async differs(): Promise<boolean> {
    return !sameFile(await this.#files.stat(this.path), this.#stat);
  }

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

  /** Whether something new is known. A damaged file leaves the data as read before. */
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

export type ChangedFile = Pick<PrivateFile<object>, 'damage' | 'refresh'>;

interface ChangesOptions<Data> {
  file: ChangedFile | undefined;
  /** After changes by others, and by this process. */
  published(data: Data): void;
  /** After `published`, for changes by others. */
  tookOver?(): Promise<void>;
  write?(before: Data, after: Data): Promise<void>;
}

export class PrivateChanges<Data extends object> {
  readonly #database: Low<Data>;
  readonly #options: ChangesOptions<Data>;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(database: Low<Data>, options: ChangesOptions<Data>) {
    this.#database = database;
    this.#options = options;
  }

  /** The data read before stays in use, and cannot be changed. */
  get damage(): DamagedFile | undefined {
    return this.#options.file?.damage;
  }

  refresh(): Promise<boolean> {
    return this.#inTurn(() => this.#takeOver());
  }

  /** Errors: `read-only`, those of writing. */
  async change<Result>(update: UpdateData<Data, Result>): Promise<Result> {
    if (this.#isClosed) throw new AppError('read-only', 'The project is being closed.');
    return this.#inTurn(() => this.write(update));
  }

  /** For closing: does not wait for its turn. */
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

export const SecretsData = z.strictObject({
  format: z.literal(1),
  secrets: z.record(z.string(), z.string()),
  /** Null for removed ones; they count once the files of their edit are written. */
  staged: z.strictObject({ edit: z.string(), values: z.record(z.string(), z.string().nullable()) }).optional(),
});
export type SecretsData = z.infer<typeof SecretsData>;

export const SECRETS_FILE: PrivateFileRequest<SecretsData> = {
  name: 'secrets',
  schema: SecretsData,
  defaults: { format: 1, secrets: {} },
};

/** Names the newest edit with secrets; written together with the edit's files. */
const SecretsMarkData = z.strictObject({ format: z.literal(1), edit: z.string() });
type SecretsMarkData = z.infer<typeof SecretsMarkData>;

export const SECRETS_MARK_FILE: PrivateFileRequest<SecretsMarkData> = {
  name: 'secrets-mark',
  schema: SecretsMarkData,
  defaults: { format: 1, edit: '' },
};

/** Undefined removes a value. */
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

/** `mark` says whether the staged values count. */
interface SecretsDatabases {
  values: Low<SecretsData>;
  mark: Pick<Low<SecretsMarkData>, 'data'>;
}

interface StagedSecrets {
  changes: FileChange[];
  /** From this call on the values count. */
  written(): Promise<void>;
}

/** No journal holds secrets: they are staged, and a mark among the edit's files makes them count. */
export class SecretsFile {
  readonly #databases: SecretsDatabases;
  readonly #overrides: ReadonlyMap<string, string>;

  /** `overrides`: values by item name, which win over stored ones. */
  constructor(databases: SecretsDatabases, overrides: ReadonlyMap<string, string> = new Map()) {
    this.#databases = databases;
    this.#overrides = overrides;
  }

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

  /** For the redactor: also values that are only staged. */
  values(): string[] {
    const { secrets, staged } = this.#databases.values.data;
    const waiting = Object.values(staged?.values ?? {}).filter(value => value !== null);
    return [...Object.values(secrets), ...waiting, ...this.#overrides.values()];
  }

  async apply(changes: SecretChanges): Promise<void> {
    if (changes.size > 0) await this.#write({ format: 1, secrets: changed(this.#present(), changes) });
  }

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

  /** Also after an edit that was cut off: values that no longer count leave the file. */
  async settle(): Promise<void> {
    if (this.#databases.values.data.staged === undefined) return;
    try {
      await this.#write({ format: 1, secrets: this.#present() });
    } catch (error) {
      // The new values count in any case; the old ones stay in the file until the next write.
      if (!isAppError(error)) throw error;
    }
  }

  #present(): SecretValues {
    const { values, mark } = this.#databases;
    const { secrets, staged } = values.data;
    return staged?.edit === mark.data.edit ? changed(secrets, Object.entries(staged.values)) : secrets;
  }

  #write(data: SecretsData): Promise<void> {
    return writeOrKeep(this.#databases.values, data);
  }
}
