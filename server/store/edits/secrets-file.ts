import { randomUUID } from 'node:crypto';
import type { Low } from 'lowdb';
import { z } from 'zod';
import { isAppError } from '../../../model/errors/errors.ts';
import { type Environment, environmentSecretKey } from '../../../model/project/environment.ts';
import type { FileChange } from '../files/journal.ts';
import { serialiseJson } from '../files/json-file.ts';
import { type PrivateFileRequest, privatePath, writeOrKeep } from './private-file.ts';

/** Secret values by key; is in a file of its own that only its owner may read. */
export const SecretsData = z.strictObject({
  format: z.literal(1),
  secrets: z.record(z.string(), z.string()),
  /** New values, null for removed ones, that count once the files of their edit are written. */
  staged: z.strictObject({ edit: z.string(), values: z.record(z.string(), z.string().nullable()) }).optional(),
});
export type SecretsData = z.infer<typeof SecretsData>;

/** Where they are, as a private file. */
export const SECRETS_FILE: PrivateFileRequest<SecretsData> = {
  name: 'secrets',
  schema: SecretsData,
  defaults: { format: 1, secrets: {} },
};

/** Names the newest edit with secrets whose files are written; written together with them. */
const SecretsMarkData = z.strictObject({ format: z.literal(1), edit: z.string() });
type SecretsMarkData = z.infer<typeof SecretsMarkData>;

/** Where it is, as a private file. */
export const SECRETS_MARK_FILE: PrivateFileRequest<SecretsMarkData> = {
  name: 'secrets-mark',
  schema: SecretsMarkData,
  defaults: { format: 1, edit: '' },
};

/** New values by key; undefined removes one. */
export type SecretChanges = ReadonlyMap<string, string | undefined>;

type Values = Readonly<Record<string, string>>;

function changed(values: Values, changes: Iterable<readonly [string, string | null | undefined]>): Values {
  const next = new Map(Object.entries(values));
  for (const [key, value] of changes) {
    if (value === undefined || value === null) next.delete(key);
    else next.set(key, value);
  }
  return Object.fromEntries(next);
}

/** Where secrets are: the values, and the mark that says whether the staged ones count. */
interface SecretsDatabases {
  values: Low<SecretsData>;
  mark: Pick<Low<SecretsMarkData>, 'data'>;
}

/** Values that wait for the files of their edit. */
interface StagedSecrets {
  /** To be written together with the files. */
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

  /** The values that count. */
  #present(): Values {
    const { values, mark } = this.#databases;
    const { secrets, staged } = values.data;
    return staged?.edit === mark.data.edit ? changed(secrets, Object.entries(staged.values)) : secrets;
  }

  #write(data: SecretsData): Promise<void> {
    return writeOrKeep(this.#databases.values, data);
  }
}
