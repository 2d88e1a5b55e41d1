import type { Low } from 'lowdb';
import { z } from 'zod';
import { type Environment, environmentSecretKey } from '../../model/project/environment.ts';
import type { PrivateFileRequest } from './private-file.ts';

/** Secret values by key; lies in a file of its own that only its owner may read. */
export const SecretsData = z.strictObject({
  format: z.literal(1),
  secrets: z.record(z.string(), z.string()),
});
export type SecretsData = z.infer<typeof SecretsData>;

/** Where they lie, as a private file. */
export const SECRETS_FILE: PrivateFileRequest<SecretsData> = {
  name: 'secrets',
  schema: SecretsData,
  defaults: { format: 1, secrets: {} },
};

/** New values by key; undefined removes one. */
export type SecretChanges = ReadonlyMap<string, string | undefined>;

/** The secrets of a project. Values never leave it but into runs and requests that need them. */
export class SecretsFile {
  readonly #database: Low<SecretsData>;
  readonly #overrides: ReadonlyMap<string, string>;

  /** `overrides`: values by the name of the environment item, which win over stored ones. */
  constructor(database: Low<SecretsData>, overrides: ReadonlyMap<string, string> = new Map()) {
    this.#database = database;
    this.#overrides = overrides;
  }

  /** The value of an environment's secret. */
  ofEnvironment(versionId: string, environment: Environment, name: string): string | undefined {
    return this.#overrides.get(name) ?? this.get(environmentSecretKey(versionId, environment.environmentCode, name));
  }

  get(key: string): string | undefined {
    return Object.hasOwn(this.#database.data.secrets, key) ? this.#database.data.secrets[key] : undefined;
  }

  /** All values, for the redactor. */
  values(): string[] {
    return [...Object.values(this.#database.data.secrets), ...this.#overrides.values()];
  }

  /** The present values of the keys that changes name: what would take them back. */
  before(changes: SecretChanges): SecretChanges {
    return new Map([...changes.keys()].map(key => [key, this.get(key)]));
  }

  /** Writes changes to disk; memory follows only when that worked. */
  async apply(changes: SecretChanges): Promise<void> {
    if (changes.size === 0) return;
    const previous = this.#database.data;
    const secrets = { ...previous.secrets };
    for (const [key, value] of changes) {
      if (value === undefined) delete secrets[key];
      else secrets[key] = value;
    }
    this.#database.data = { ...previous, secrets };
    try {
      await this.#database.write();
    } catch (error) {
      this.#database.data = previous;
      throw error;
    }
  }
}
