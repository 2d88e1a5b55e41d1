import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { BrowserState, tokensOf } from '../../../model/project/browser-state.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../store/files/file-system.ts';

const KeptSignIn = z.strictObject({
  format: z.literal(1),
  /** Of all that the sign-in was made with: another hash makes it useless. */
  salt: z.string(),
  fingerprint: z.string(),
  savedAt: z.string(),
  state: BrowserState,
});
type KeptSignIn = z.infer<typeof KeptSignIn>;

export interface StateKey {
  /** Version, environment and role. */
  place: readonly (string | undefined)[];
  /** The inputs of the sign-in; only their hash is stored. */
  madeWith: string;
}

const DIGITS = 24;

/** The files are private to their owner and outside of git. No method rejects. */
export class SignInStates {
  readonly #folder: string;
  /** States that could not be written; they serve as long as this process lives. */
  readonly #unwritten = new Map<string, KeptSignIn>();
  /** Values that redactors mask. */
  readonly tokens: ReadonlySet<string>;
  readonly #tokens = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
    this.tokens = this.#tokens;
  }

  /** Removes a state that is too old or was made with something else. */
  async read(key: StateKey, maxAgeMs = Number.POSITIVE_INFINITY): Promise<BrowserState | undefined> {
    const kept = this.#unwritten.get(this.#pathOf(key)) ?? (await this.#readFile(key));
    if (kept === undefined) return undefined;
    const age = Date.now() - Date.parse(kept.savedAt);
    if (kept.fingerprint === hashOf(kept.salt, key.madeWith) && age >= 0 && age < maxAgeMs) {
      this.remember(kept.state);
      return kept.state;
    }
    await this.drop(key);
    return undefined;
  }

  /** Returns an ISO time. */
  async savedAt(place: StateKey['place']): Promise<string | undefined> {
    const key = { place, madeWith: '' };
    return (this.#unwritten.get(this.#pathOf(key)) ?? (await this.#readFile(key)))?.savedAt;
  }

  async keep(key: StateKey, state: BrowserState): Promise<void> {
    this.remember(state);
    const salt = randomBytes(DIGITS).toString('base64url');
    const fingerprint = hashOf(salt, key.madeWith);
    const kept: KeptSignIn = { format: 1, salt, fingerprint, savedAt: new Date().toISOString(), state };
    const path = this.#pathOf(key);
    const temporary = `${path}.${randomBytes(4).toString('hex')}.tmp`;
    try {
      await mkdir(this.#folder, { recursive: true, mode: PRIVATE_FOLDER });
      await writeFile(temporary, `${JSON.stringify(kept)}\n`, { mode: PRIVATE_FILE });
      await rename(temporary, path);
      this.#unwritten.delete(path);
    } catch {
      // A full disk costs a sign-in after the next start, and no test.
      this.#unwritten.set(path, kept);
      await rm(temporary, { force: true }).catch(() => {});
    }
  }

  async drop(key: StateKey): Promise<void> {
    const path = this.#pathOf(key);
    this.#unwritten.delete(path);
    // What cannot be removed is replaced by the next sign-in, and not taken before.
    await rm(path, { force: true }).catch(() => {});
  }

  async clear(): Promise<void> {
    this.#unwritten.clear();
    await rm(this.#folder, { recursive: true, force: true }).catch(() => {});
  }

  /** Its tokens are masked from now on. */
  remember(state: BrowserState): void {
    for (const token of tokensOf(state)) this.#tokens.add(token);
  }

  conceal(values: readonly string[]): void {
    for (const value of values) this.#tokens.add(value);
  }

  #pathOf({ place }: StateKey): string {
    return join(this.#folder, `${hashOf('place', JSON.stringify(place)).slice(0, DIGITS)}.json`);
  }

  async #readFile(key: StateKey): Promise<KeptSignIn | undefined> {
    try {
      return KeptSignIn.parse(JSON.parse(await readFile(this.#pathOf(key), 'utf8')));
    } catch {
      // Missing or damaged: both end with another sign-in.
      return undefined;
    }
  }
}

const hashOf = (salt: string, text: string): string => createHash('sha256').update(`${salt}\n${text}`).digest('hex');
