/** The password that people of other machines need for a project. Only a slow hash of it is kept. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { Low } from 'lowdb';
import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import { RateLimiter } from '../process/rate-limiter.ts';
import { type ChangedFile, PrivateChanges, type PrivateFileRequest } from '../store/edits/private-file.ts';

const Base64 = z.string().regex(/^[0-9A-Za-z+/]+=*$/);

/** Each hash stores its own cost, so that the cost can be raised later. */
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

export const PASSWORD_FILE: PrivateFileRequest<PasswordData> = {
  name: 'password',
  schema: PasswordData,
  defaults: { format: 1 },
  stopsAll: false,
};

const SALT_BYTES = 16;
const HASH_BYTES = 32;
const COST = { algorithm: 'scrypt', cost: 2 ** 15, blockSize: 8, parallelism: 1 } as const;

const GUESSES_PER_MINUTE = 20;

type Cost = Pick<PasswordHash, 'cost' | 'blockSize' | 'parallelism'>;

/** Keyboards encode one letter in several ways; NFC makes all of them the same password. */
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

/** Takes as long as a wrong password, so that the time does not tell which projects exist. */
export async function matchesNone(password: string): Promise<false> {
  await derive(password, NO_SALT, COST);
  return false;
}

export class ProjectPassword {
  readonly #database: Low<PasswordData>;
  readonly #guesses = new RateLimiter({ perSecond: GUESSES_PER_MINUTE / 60, burst: GUESSES_PER_MINUTE });
  readonly changes: PrivateChanges<PasswordData>;

  /** `file`: the file of the database, to notice external changes. */
  constructor(database: Low<PasswordData>, file?: ChangedFile) {
    this.#database = database;
    this.changes = new PrivateChanges(database, { file, published: () => undefined });
  }

  /** Also true while the file is damaged: nobody gets in then, with a password or without. */
  get isSet(): boolean {
    return this.changes.damage !== undefined || this.#database.data.password !== undefined;
  }

  async matches(password: string): Promise<boolean> {
    const stored = this.#database.data.password;
    if (stored === undefined) return await matchesNone(password);
    const expected = Buffer.from(stored.hash, 'base64');
    const found = await derive(password, Buffer.from(stored.salt, 'base64'), stored);
    return found.length === expected.length && timingSafeEqual(found, expected);
  }

  /**
   * Passes with the right password, or where none is set. Guesses are limited per `actorId`; each counts before it is
   * checked, since parallel guesses would all be checked first. Errors: `forbidden`, `rate-limited`.
   */
  async confirm(password: string | undefined, actorId: string): Promise<void> {
    if (!this.isSet) return;
    if (password === undefined)
      throw new AppError('forbidden', 'The project has a password, which is needed for this: give it as "password".', {
        field: 'password',
      });
    const { isAllowed, retryAfterSeconds } = this.#guesses.take(actorId);
    if (!isAllowed)
      throw new AppError('rate-limited', `Too many wrong passwords; wait ${retryAfterSeconds} s.`, {
        field: 'password',
        facts: { retryAfterSeconds },
      });
    if (!(await this.matches(password)))
      throw new AppError('forbidden', 'This is not the password of the project.', { field: 'password' });
    this.#guesses.giveBack(actorId);
  }

  /** Errors: those of writing. */
  set(password: string): Promise<void> {
    return this.changes.change(async data => ({
      data: { ...data, password: await hashOf(password) },
      result: undefined,
    }));
  }
}
