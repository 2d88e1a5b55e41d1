import { createHash, randomBytes } from 'node:crypto';
import type { ProjectId } from '../../../model/names/codes.ts';

/** Only the page in the browser knows the value itself. */
export interface StoredSession {
  hash: string;
  /** The session is valid there alone, e.g. `http://127.0.0.1:4620`. */
  origin: string;
  /** Its password opened the session; without it the person is at the machine itself. */
  projectId?: ProjectId | undefined;
  name?: string | undefined;
  /** ISO times. */
  createdAt: string;
  lastUsedAt: string;
}

export interface SignedInBrowser {
  key: string;
  /** The only project it may use; undefined: all. */
  projectId: ProjectId | undefined;
}

/** A session that cannot be stored lasts until the service ends. */
interface SessionKeeper {
  read(): Promise<readonly StoredSession[]>;
  write(sessions: readonly StoredSession[]): Promise<void>;
}

export const NOT_KEPT: SessionKeeper = { read: async () => [], write: async () => {} };

const SESSION_DAYS = 30;
const DAY_MS = 86_400_000;
const VALUE_BYTES = 32;
const MOST_SESSIONS = 100;
/** A session in use is not written down at every request. */
const TOUCH_EVERY_MS = 3_600_000;

const hashOf = (value: string): string => createHash('sha256').update(value).digest('hex');

export class Sessions {
  readonly #keeper: SessionKeeper;
  readonly #now: () => number;
  readonly #sessions = new Map<string, StoredSession>();
  readonly #listeners = new Map<string, Set<() => void>>();
  #writing: Promise<void> = Promise.resolve();

  private constructor(keeper: SessionKeeper, now: () => number) {
    this.#keeper = keeper;
    this.#now = now;
  }

  static async open(keeper: SessionKeeper, now: () => number = Date.now): Promise<Sessions> {
    const sessions = new Sessions(keeper, now);
    for (const stored of await keeper.read()) sessions.#sessions.set(stored.hash, stored);
    return sessions;
  }

  async create(origin: string, projectId?: ProjectId): Promise<string> {
    return await this.add(origin, projectId).value;
  }

  /** The value resolves when it is written down. */
  add(origin: string, projectId?: ProjectId): { key: string; value: Promise<string> } {
    const value = randomBytes(VALUE_BYTES).toString('base64url');
    const at = new Date(this.#now()).toISOString();
    const hash = hashOf(value);
    this.#sessions.set(hash, { hash, origin, ...(projectId && { projectId }), createdAt: at, lastUsedAt: at });
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > MOST_SESSIONS && oldest !== undefined) this.#end(oldest);
    return { key: hash, value: this.#write().then(() => value) };
  }

  find(value: string, origin: string): SignedInBrowser | undefined {
    const hash = hashOf(value);
    const session = this.#sessions.get(hash);
    if (session?.origin !== origin) return undefined;
    const now = this.#now();
    const idleMs = now - Date.parse(session.lastUsedAt);
    if (idleMs > SESSION_DAYS * DAY_MS) {
      this.#end(hash);
      return undefined;
    }
    if (idleMs > TOUCH_EVERY_MS) {
      this.#sessions.set(hash, { ...session, lastUsedAt: new Date(now).toISOString() });
      this.#write().catch(() => {});
    }
    return { key: hash, projectId: session.projectId };
  }

  /** The newest come first. */
  signedIn(origin: string, projectId: ProjectId): StoredSession[] {
    return [...this.#sessions.values()]
      .filter(session => session.origin === origin && session.projectId === projectId)
      .reverse();
  }

  async noteUse(key: string, name: string): Promise<void> {
    const session = this.#sessions.get(key);
    if (session === undefined) return;
    this.#sessions.set(key, { ...session, name, lastUsedAt: new Date(this.#now()).toISOString() });
    await this.#write();
  }

  async remove(key: string): Promise<void> {
    this.#end(key);
    await this.#write();
  }

  onEnd(key: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  #end(key: string): void {
    this.#sessions.delete(key);
    const listeners = this.#listeners.get(key) ?? [];
    this.#listeners.delete(key);
    for (const listener of listeners) listener();
  }

  #write(): Promise<void> {
    const write = () => this.#keeper.write([...this.#sessions.values()]).catch(() => {});
    this.#writing = this.#writing.then(write);
    return this.#writing;
  }
}
