/** The password that people of other machines need for a project. Only a slow hash of it is kept. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { Low } from 'lowdb';
import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import { type DamagedFile, refusalOf } from '../store/edits/damaged-file.ts';
import type { PrivateFile, PrivateFileRequest } from '../store/edits/private-file.ts';

const Base64 = z.string().regex(/^[0-9A-Za-z+/]+=*$/);

/** The cost stands beside each hash, so that it can be raised later. */
const PasswordHash = z.strictObject({
  algorithm: z.literal('scrypt'),
  cost: z
    .number()
    .int()
    .min(2)
    .max(2 ** 20),
  blockSize: z.number().int().min(1).max(32),
  parallelism: z.number().int().min(1).max(16),
  salt: Base64,
  hash: Base64,
});
type PasswordHash = z.infer<typeof PasswordHash>;

export const PasswordData = z.strictObject({ format: z.literal(1), password: PasswordHash.optional() });
export type PasswordData = z.infer<typeof PasswordData>;

/** Where it lies, as a private file. */
export const PASSWORD_FILE: PrivateFileRequest<PasswordData> = {
  name: 'password',
  schema: PasswordData,
  defaults: { format: 1 },
  stopsAll: false,
};

const SALT_BYTES = 16;
const HASH_BYTES = 32;
const COST = { algorithm: 'scrypt', cost: 2 ** 15, blockSize: 8, parallelism: 1 } as const;

type Cost = Pick<PasswordHash, 'cost' | 'blockSize' | 'parallelism'>;

/** Keyboards write one letter in several ways; all of them are one password. */
function derive(password: string, salt: Buffer, { cost, blockSize, parallelism }: Cost): Promise<Buffer> {
  // Scrypt takes 128 × cost × block size bytes, and refuses just that many.
  const maxmem = 256 * cost * blockSize;
  const options = { cost, blockSize, parallelization: parallelism, maxmem };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, HASH_BYTES, options, (error, hash) => {
      if (error === null) resolve(hash);
      else reject(error);
    });
  });
}

async function hashOf(password: string): Promise<PasswordHash> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, COST);
  return { ...COST, salt: salt.toString('base64'), hash: hash.toString('base64') };
}

const NO_SALT = Buffer.alloc(SALT_BYTES);

/** Takes as long as a password that is not the right one, so that nobody learns from the time which projects there are. */
export async function matchesNone(password: string): Promise<false> {
  await derive(password, NO_SALT, COST);
  return false;
}

type WatchedFile = Pick<PrivateFile<PasswordData>, 'damage' | 'refresh'>;

/** The password of one project. Changes are written one after the other; memory follows only when that worked. */
export class ProjectPassword {
  readonly #database: Low<PasswordData>;
  readonly #file: WatchedFile | undefined;
  #lastChange: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  /** `file`: the one below the database, to notice what others do to it. */
  constructor(database: Low<PasswordData>, file?: WatchedFile) {
    this.#database = database;
    this.#file = file;
  }

  /** What is wrong with its file: the password read before stays, and cannot be changed. */
  get damage(): DamagedFile | undefined {
    return this.#file?.damage;
  }

  /** Takes over what others wrote into the file, between changes; whether something new is known. */
  async refresh(): Promise<boolean> {
    const refreshed = this.#lastChange.then(() => this.#file?.refresh() ?? false);
    this.#lastChange = refreshed.catch(() => undefined);
    return refreshed;
  }

  /** Also while the file is damaged: nobody gets in without a password then, or with one. */
  get isSet(): boolean {
    return this.damage !== undefined || this.#database.data.password !== undefined;
  }

  /** Whether this is the password; never while none is set. */
  async matches(password: string): Promise<boolean> {
    const stored = this.#database.data.password;
    if (stored === undefined) return await matchesNone(password);
    const expected = Buffer.from(stored.hash, 'base64');
    const found = await derive(password, Buffer.from(stored.salt, 'base64'), stored);
    return found.length === expected.length && timingSafeEqual(found, expected);
  }

  /** Errors: those of writing. */
  async set(password: string): Promise<void> {
    if (this.#isClosed) throw new AppError('read-only', 'The project is being closed.');
    const change = this.#lastChange.then(() => this.#write(password));
    this.#lastChange = change.catch(() => undefined);
    return change;
  }

  /** Waits for a change under way; later ones are refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#lastChange;
  }

  async #write(password: string): Promise<void> {
    await this.#file?.refresh();
    if (this.damage !== undefined) throw refusalOf(this.damage);
    const previous = this.#database.data;
    this.#database.data = { ...previous, password: await hashOf(password) };
    try {
      await this.#database.write();
    } catch (error) {
      this.#database.data = previous;
      throw error;
    }
  }
}
