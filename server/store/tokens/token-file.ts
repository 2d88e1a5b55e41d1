/** Only hashes are kept: a value is seen once, when it is made. */
import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Low } from 'lowdb';
import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';
import { Name } from '../../../model/names/codes.ts';
import { PrivateChanges, type PrivateFile, type PrivateFileRequest } from '../edits/private-file.ts';

const TOKEN_PREFIX = 'svcmcp_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const TOKEN = new RegExp(`^${TOKEN_PREFIX}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

/** From 0 up to, not including, `limit`; unpredictable. */
type RandomInt = (limit: number) => number;

const randomText = (length: number, randomInt: RandomInt): string =>
  Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');

/** Mistyped tokens need no look-up, and secret scanners find real ones only. */
function checksum(random: string): string {
  let rest = crc32(random);
  let text = '';
  while (text.length < CHECKSUM_LENGTH) {
    text = ALPHABET.charAt(rest % ALPHABET.length) + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}

/** Prefix, 30 random characters (about 178 bits), 6 of checksum. */
export function createTokenValue(randomInt: RandomInt): string {
  const random = randomText(RANDOM_LENGTH, randomInt);
  return TOKEN_PREFIX + random + checksum(random);
}

export function isWellFormedToken(text: string): boolean {
  const [, random, check] = TOKEN.exec(text) ?? [];
  return random !== undefined && checksum(random) === check;
}

/** Fast is right here: 178 random bits cannot be guessed. */
export const hashToken = (value: string): string => createHash('sha256').update(value).digest('hex');

export const TokenAccess = z.enum(['read', 'write']);
export type TokenAccess = z.infer<typeof TokenAccess>;

const StoredToken = z.strictObject({
  tokenId: z.string().regex(/^[0-9A-Za-z]{10}$/),
  name: Name,
  access: TokenAccess,
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  lastFour: z.string().length(4),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().optional(),
  expiresAt: z.iso.datetime().optional(),
});
type StoredToken = z.infer<typeof StoredToken>;

export const TokensData = z.strictObject({
  format: z.literal(1),
  /** The project's switch "Enable MCP API (LLM access)". */
  enabled: z.boolean(),
  tokens: z.array(StoredToken),
});
export type TokensData = z.infer<typeof TokensData>;

export const TOKENS_FILE: PrivateFileRequest<TokensData> = {
  name: 'tokens',
  schema: TokensData,
  defaults: { format: 1, enabled: false, tokens: [] },
  stopsAll: false,
};

export type TokenSummary = Omit<StoredToken, 'hash'>;

interface TokenFileOptions {
  file?: Pick<PrivateFile<TokensData>, 'damage' | 'refresh' | 'writeAfresh' | 'newestBackup'>;
  now?: () => Date;
  randomInt?: RandomInt;
  touchDelayMs?: number;
}

const TOKEN_ID_LENGTH = 10;
const MINUTE_MS = 60_000;

/** Whether `old` lets somebody in whom the other data does not. */
const opensMore = (old: TokensData, { enabled, tokens }: TokensData): boolean =>
  (old.enabled && !enabled && old.tokens.length > 0) ||
  old.tokens.some(({ hash }) => !tokens.some(token => token.hash === hash));

const summarise = ({ hash: _, ...summary }: StoredToken): TokenSummary => summary;

function findByIdOrName(tokens: readonly StoredToken[], idOrName: string): StoredToken {
  const token = tokens.find(({ tokenId }) => tokenId === idOrName) ?? tokens.find(({ name }) => name === idOrName);
  if (token !== undefined) return token;
  const names = tokens.map(({ name }) => JSON.stringify(name)).join(', ') || 'none';
  throw new AppError('not-found', `No token ${JSON.stringify(idOrName)}; there are: ${names}.`, { field: 'token' });
}

export class TokenFile {
  readonly #now: () => Date;
  readonly #randomInt: RandomInt;
  readonly #touchDelayMs: number;
  readonly #file: TokenFileOptions['file'];
  readonly #lastUses = new Map<string, string>();
  readonly changes: PrivateChanges<TokensData>;
  #data: TokensData;
  #byHash = new Map<string, StoredToken>();
  #touchTimer: NodeJS.Timeout | undefined;
  #lastTouches: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(database: Low<TokensData>, options: TokenFileOptions = {}) {
    this.#now = options.now ?? (() => new Date());
    this.#randomInt = options.randomInt ?? (limit => randomInt(limit));
    this.#touchDelayMs = options.touchDelayMs ?? MINUTE_MS;
    this.#file = options.file;
    this.#data = database.data;
    this.changes = new PrivateChanges(database, {
      file: this.#file,
      published: data => this.#publish(data),
      tookOver: () => this.settleBackups(),
      write: (before, after) =>
        opensMore(before, after) && this.#file !== undefined ? this.#file.writeAfresh() : database.write(),
    });
    this.#publish(database.data);
  }

  /** A backup in use must not let in whom the file does not, e.g. after an edit by hand. Never throws. */
  async settleBackups(): Promise<void> {
    if (this.changes.damage !== undefined) return;
    const backup = await this.#file?.newestBackup().catch(() => undefined);
    if (backup !== undefined && opensMore(backup, this.#data)) await this.#file?.writeAfresh().catch(() => undefined);
  }

  get enabled(): boolean {
    return this.#data.enabled;
  }

  /** Errors: those of writing. */
  async setEnabled(enabled: boolean): Promise<void> {
    await this.changes.change(data => ({ data: { ...data, enabled }, result: undefined }));
  }

  list(): TokenSummary[] {
    return this.#data.tokens.map(token => summarise(this.#withLastUse(token)));
  }

  /** `value` is shown here and never again. Errors: `name-taken`, those of writing. */
  async create(request: {
    name: string;
    access: TokenAccess;
    expiresAt?: string | undefined;
  }): Promise<{ value: string; token: TokenSummary }> {
    const { name, access, expiresAt } = request;
    const value = createTokenValue(this.#randomInt);
    const token: StoredToken = {
      tokenId: randomText(TOKEN_ID_LENGTH, this.#randomInt),
      name,
      access,
      hash: hashToken(value),
      lastFour: value.slice(-4),
      createdAt: this.#now().toISOString(),
      expiresAt,
    };
    return this.changes.change(data => {
      if (data.tokens.some(other => other.name === name))
        throw new AppError('name-taken', `There is a token "${name}" already; revoke it or choose another name.`, {
          field: 'name',
        });
      return { data: { ...data, tokens: [...data.tokens, token] }, result: { value, token: summarise(token) } };
    });
  }

  /** Errors: `not-found`, those of writing. */
  async revoke(idOrName: string): Promise<TokenSummary> {
    const revoked = await this.changes.change(data => {
      const token = findByIdOrName(data.tokens, idOrName);
      return { data: { ...data, tokens: data.tokens.filter(other => other !== token) }, result: token };
    });
    this.#lastUses.delete(revoked.tokenId);
    return summarise(revoked);
  }

  /** Callers check whether it has expired or the switch is off. */
  find(hash: string): TokenSummary | undefined {
    const token = this.#byHash.get(hash);
    const isEqual = token !== undefined && timingSafeEqual(Buffer.from(token.hash), Buffer.from(hash));
    return isEqual ? summarise(token) : undefined;
  }

  /** Reaches the disk with other uses, at most once a minute. */
  touch(tokenId: string): void {
    if (this.#isClosed) return;
    this.#lastUses.set(tokenId, this.#now().toISOString());
    this.#touchTimer ??= setTimeout(() => this.#writeTouches(), this.#touchDelayMs).unref();
  }

  /** Later uses are not noted, later changes are refused. Idempotent. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#touchTimer);
    await this.#lastTouches;
    await this.changes.close();
    if (this.#lastUses.size === 0 || this.changes.damage !== undefined) return;
    await this.changes.write(data => this.#withLastUses(data));
    this.#lastUses.clear();
  }

  #writeTouches(): void {
    this.#touchTimer = undefined;
    this.#lastTouches = this.changes
      .change(data => this.#withLastUses(data))
      .then(
        written => {
          for (const [tokenId, at] of written) if (this.#lastUses.get(tokenId) === at) this.#lastUses.delete(tokenId);
        },
        // The uses stay in memory for the next write, and `close` reports a failure.
        () => undefined,
      );
  }

  #withLastUse(token: StoredToken): StoredToken {
    const lastUsedAt = this.#lastUses.get(token.tokenId);
    return lastUsedAt === undefined ? token : { ...token, lastUsedAt };
  }

  #withLastUses(data: TokensData): { data: TokensData; result: ReadonlyMap<string, string> } {
    const tokens = data.tokens.map(token => this.#withLastUse(token));
    return { data: { ...data, tokens }, result: new Map(this.#lastUses) };
  }

  /** Tokens of a backup in use may only read: their access may have been cut since. None of them was revoked. */
  #publish(stored: TokensData): void {
    const isFromBackup = this.changes.damage?.backup !== undefined;
    const limited = (token: StoredToken): StoredToken => (isFromBackup ? { ...token, access: 'read' } : token);
    const data = { ...stored, tokens: stored.tokens.map(limited) };
    this.#data = data;
    this.#byHash = new Map(data.tokens.map(token => [token.hash, token]));
  }
}
