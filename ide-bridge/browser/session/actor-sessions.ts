import { Changes } from '../logs/changes.ts';
import type { AppSession } from './app-session.ts';

interface ActorSessionsOptions {
  open(): AppSession;
  opened?(name: string, session: AppSession): void;
  closing?(name: string, session: AppSession): void;
}

/** The windows of those who act beside the first one, by name. Each is a browser of its own, so they share nothing. */
export class ActorSessions implements AsyncDisposable {
  /** Whose the window is that these are beside, once somebody has said so. */
  first: string | undefined;
  /** One was opened or is about to close. */
  readonly changes = new Changes();
  readonly #options: ActorSessionsOptions;
  readonly #sessions = new Map<string, AppSession>();

  constructor(options: ActorSessionsOptions) {
    this.#options = options;
  }

  get names(): string[] {
    return [...this.#sessions.keys()];
  }

  get all(): AppSession[] {
    return [...this.#sessions.values()];
  }

  find(name: string): AppSession | undefined {
    return this.#sessions.get(name);
  }

  /** Its browser starts when it is first needed. */
  of(name: string): AppSession {
    const known = this.#sessions.get(name);
    if (known !== undefined) return known;
    const session = this.#options.open();
    this.#sessions.set(name, session);
    this.#options.opened?.(name, session);
    this.changes.emit();
    return session;
  }

  /** Closes all others. */
  async keep(names: readonly string[]): Promise<void> {
    const leaving = [...this.#sessions].filter(([name]) => !names.includes(name));
    for (const [name, session] of leaving) {
      this.#sessions.delete(name);
      this.#options.closing?.(name, session);
    }
    if (leaving.length > 0) this.changes.emit();
    await Promise.all(leaving.map(([, session]) => session.dispose()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.keep([]);
  }
}
