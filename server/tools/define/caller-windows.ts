import { AppError } from '../../../model/errors/errors.ts';
import type { Bridge } from '../../../model/protocol/bridge.ts';
import { isUnderWay } from '../../../model/run/state.ts';

/** Who calls: a token, with the MCP session or page that the call comes from. */
export interface WindowUser {
  actorId: string;
  name: string;
  session: string | undefined;
  /** People may use the windows of others. */
  isPerson: boolean;
}

interface UseOfWindow extends WindowUser {
  /** ISO time. */
  since: string;
}

interface OwnWindow {
  name: string;
  uses: Map<string, UseOfWindow>;
  /** By `now`. */
  usedAt: number;
  /** It was closed in the hands of its callers, and opens again when one of them comes back. */
  isClosed: boolean;
}

/** A window beside the shared one, as it is told. */
export interface OwnWindowView {
  name: string;
  users: { by: string; since: string }[];
  isYours: boolean;
}

interface CallerWindowsOptions {
  bridge: Pick<Bridge, 'inWindow' | 'ownWindows' | 'closeWindow'>;
  /** How long a window may be unused. */
  idleMs(projectId: string): number;
  now?: () => number;
}

const MOST_OF_PROJECT = 8;
const MOST_OF_TOKEN = 4;
const LOOK_EVERY_MS = 5_000;
const FORGET_AFTER_MS = 24 * 3_600_000;

const keyOf = ({ actorId, session = '' }: WindowUser): string => JSON.stringify([actorId, session]);

/** Which callers have a window of their own beside the shared one of a project, until they give it back or are gone. */
export class CallerWindows implements Disposable {
  readonly #options: CallerWindowsOptions;
  readonly #now: () => number;
  readonly #projects = new Map<string, Map<string, OwnWindow>>();
  readonly #listeners = new Set<(projectId: string) => void>();
  #looking: NodeJS.Timeout | undefined;

  constructor(options: CallerWindowsOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** The window of a caller, which counts as used; undefined: the shared one. */
  nameFor(projectId: string, user: WindowUser): string | undefined {
    const window = this.#windowOf(projectId, user);
    if (window === undefined) return undefined;
    window.usedAt = this.#now();
    if (window.isClosed) {
      window.isClosed = false;
      this.#tell(projectId);
    }
    return window.name;
  }

  /** As `nameFor`, without using it. */
  nameOf(projectId: string, user: WindowUser): string | undefined {
    return this.#windowOf(projectId, user)?.name;
  }

  /** Called when a window of a project comes, goes or has other users. Returns how to stop listening. */
  onChange(listener: (projectId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Gives a caller a window: `own`, or one of that name. Sessions of the same token may share one, and people may use any.
   * Gives back the one before. Errors: `busy`, which says who has what.
   */
  async take(projectId: string, user: WindowUser, wanted: string): Promise<{ name: string; opened: boolean }> {
    const windows = this.#windowsOf(projectId);
    const mine = this.#windowOf(projectId, user);
    const name = wanted === OWN ? (mine?.name ?? freeName(user.name, windows)) : wanted;
    if (mine?.name === name) return { name, opened: false };
    const known = windows.get(name);
    if (known === undefined) this.#refuseTooMany(this.#openOf(projectId), user);
    else refuseOthers(known, user);
    await this.release(projectId, user);
    const window = known ?? { name, uses: new Map<string, UseOfWindow>(), usedAt: 0, isClosed: false };
    window.usedAt = this.#now();
    window.isClosed = false;
    window.uses.set(keyOf(user), { ...user, since: new Date(this.#now()).toISOString() });
    windows.set(name, window);
    this.#tell(projectId);
    this.#looking ??= setInterval(() => this.#closeIdle(), LOOK_EVERY_MS).unref();
    return { name, opened: known === undefined };
  }

  /** The caller has the shared window again; its own is closed unless others use it. Resolves with its name. */
  async release(projectId: string, user: WindowUser): Promise<string | undefined> {
    const window = this.#windowOf(projectId, user);
    if (window === undefined) return undefined;
    window.uses.delete(keyOf(user));
    if (window.uses.size === 0) {
      this.#windowsOf(projectId).delete(window.name);
      await this.#options.bridge.closeWindow(projectId, window.name, `closed by ${user.name}`);
    }
    this.#tell(projectId);
    return window.name;
  }

  /** Its callers keep the name: their next call opens it anew. Errors: `not-found`. */
  async close(projectId: string, name: string, by: string): Promise<void> {
    const open = this.#openOf(projectId);
    const window = open.find(each => each.name === name);
    if (window === undefined) throw noSuchWindow(name, open);
    await this.#close(projectId, window, `closed by ${by}`);
  }

  get projects(): string[] {
    return [...this.#projects.keys()];
  }

  /** Of a project that is closed, whose windows close with it. */
  forget(projectId: string): void {
    this.#projects.delete(projectId);
  }

  /** Of a session that has ended, in all projects. */
  async endSession(actorId: string, session: string): Promise<void> {
    const gone = { actorId, session, name: 'a caller that has left', isPerson: false };
    await Promise.all([...this.#projects.keys()].map(projectId => this.release(projectId, gone)));
  }

  list(projectId: string, user: WindowUser): OwnWindowView[] {
    return this.#openOf(projectId).map(({ name, uses }) => ({
      name,
      users: [...uses.values()].map(({ name: by, since }) => ({ by, since })),
      isYours: uses.has(keyOf(user)),
    }));
  }

  [Symbol.dispose](): void {
    clearInterval(this.#looking);
    this.#looking = undefined;
    this.#projects.clear();
  }

  #tell(projectId: string): void {
    for (const listener of this.#listeners) listener(projectId);
  }

  #windowsOf(projectId: string): Map<string, OwnWindow> {
    const windows = this.#projects.get(projectId) ?? new Map<string, OwnWindow>();
    this.#projects.set(projectId, windows);
    return windows;
  }

  #openOf(projectId: string): OwnWindow[] {
    return [...this.#windowsOf(projectId).values()].filter(({ isClosed }) => !isClosed);
  }

  #windowOf(projectId: string, user: WindowUser): OwnWindow | undefined {
    return [...this.#windowsOf(projectId).values()].find(({ uses }) => uses.has(keyOf(user)));
  }

  #refuseTooMany(all: readonly OwnWindow[], user: WindowUser): void {
    const own = all.filter(({ uses }) => [...uses.values()].some(({ actorId }) => actorId === user.actorId));
    const most = own.length >= MOST_OF_TOKEN ? MOST_OF_TOKEN : MOST_OF_PROJECT;
    const taken = own.length >= MOST_OF_TOKEN ? own : all;
    if (taken.length < most) return;
    const whose = taken === own ? 'one token may have' : 'a project may have';
    throw new AppError('busy', `${most} windows are in use, as many as ${whose}: ${taken.map(usedBy).join(', ')}.`, {
      field: 'window',
      next: 'closeIDE',
    });
  }

  async #close(projectId: string, window: OwnWindow, reason: string): Promise<void> {
    window.isClosed = true;
    this.#tell(projectId);
    await this.#options.bridge.closeWindow(projectId, window.name, reason);
  }

  #closeIdle(): void {
    for (const [projectId, windows] of this.#projects) {
      for (const window of windows.values()) {
        if (window.isClosed) this.#forgetLongGone(windows, window);
        else this.#closeIfIdle(projectId, window);
      }
      this.#closeStrays(projectId, windows);
    }
  }

  #closeIfIdle(projectId: string, window: OwnWindow): void {
    const inWindow = this.#options.bridge.inWindow(window.name);
    const isLookedAt = [...window.uses.values()].some(({ isPerson }) => isPerson);
    const isBusy = isLookedAt || isUnderWay(inWindow.status(projectId).state) || inWindow.isTakenOver(projectId);
    if (isBusy) window.usedAt = this.#now();
    else if (this.#now() - window.usedAt > this.#options.idleMs(projectId))
      void this.#close(projectId, window, 'closed because nobody used the window').catch(() => {});
  }

  #forgetLongGone(windows: Map<string, OwnWindow>, { name, usedAt }: OwnWindow): void {
    if (this.#now() - usedAt > FORGET_AFTER_MS) windows.delete(name);
  }

  /** A call that was under way while its window was closed may have opened it again. */
  #closeStrays(projectId: string, windows: ReadonlyMap<string, OwnWindow>): void {
    const { bridge } = this.#options;
    for (const name of bridge.ownWindows(projectId))
      if (windows.get(name)?.isClosed ?? true)
        void bridge.closeWindow(projectId, name, 'closed because nobody uses the window').catch(() => {});
  }
}

/** Asks for a window that is named after the caller. */
const OWN = 'own';

function freeName(wanted: string, taken: ReadonlyMap<string, OwnWindow>): string {
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted} ${count}`;
    if (!taken.has(name)) return name;
  }
}

const usedBy = ({ name, uses }: OwnWindow): string =>
  `“${name}” by ${[...uses.values()].map(({ name: by, since }) => `${by} since ${since.slice(11, 16)} UTC`).join(' and ')}`;

/** Errors: `busy`. */
function refuseOthers(window: OwnWindow, { actorId, isPerson }: WindowUser): void {
  const isOfOther = [...window.uses.values()].some(use => use.actorId !== actorId && !use.isPerson);
  if (!isOfOther || isPerson) return;
  throw new AppError('busy', `The window is in use: ${usedBy(window)}. Choose another name, or "own".`, {
    field: 'window',
    expected: OWN,
  });
}

const noSuchWindow = (wanted: string, open: readonly OwnWindow[]): AppError =>
  new AppError(
    'not-found',
    `There is no window “${wanted}”. Open are: ${open.map(({ name }) => name).join(', ') || 'none'}.`,
    {
      field: 'window',
      next: 'getIDEState',
    },
  );
