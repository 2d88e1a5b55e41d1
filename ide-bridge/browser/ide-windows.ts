import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright';
import { AppError } from '../../model/errors/errors.ts';
import type { CallOptions, ConsoleEntry, Picture, ScreenshotRequest } from '../../model/protocol/app-window.ts';
import type { IdeId } from '../../model/protocol/channel/channel.ts';
import type { IdeOpening } from '../../model/protocol/ide.ts';
import { inSeconds } from '../../model/values/in-seconds.ts';
import type { BrowserLauncher, LaunchedBrowser } from './launch/browser-launcher.ts';
import { withinLimit } from './limits/within-limit.ts';
import { ConsoleLog } from './logs/console-log.ts';
import { capturePicture } from './pictures/capture-picture.ts';
import { explainFailure, navigationFailure } from './requests/page-failure.ts';
import { ANSWER_LIMIT_MS } from './session/page-calls.ts';

type WindowOpening = Pick<IdeOpening, 'url' | 'headed'>;

interface IdeWindow {
  launched: LaunchedBrowser;
  page: Page;
  console: ConsoleLog;
  opening: WindowOpening;
  openedAt: number;
  returns: number;
}

const HEADLESS_SIZE = { width: 1440, height: 900 };

/** Delay before each try to reopen an invisible window; one that crashes again soon has fewer tries. */
const RETURN_AFTER_MS = [500, 2_000, 8_000];
const SETTLED_AFTER_MS = 60_000;

/** Steploom's own windows for its page; apart from those of applications, whose pages share nothing with it. */
export class IdeWindows implements AsyncDisposable {
  readonly #launcher: BrowserLauncher;
  readonly #windows = new Map<IdeId, IdeWindow>();
  readonly #closing = new AbortController();
  #onDeath: (ideId: IdeId) => void = () => {};

  constructor(launcher: BrowserLauncher) {
    this.#launcher = launcher;
  }

  has(ideId: IdeId): boolean {
    return this.#windows.has(ideId);
  }

  isHeaded(ideId: IdeId): boolean | undefined {
    return this.#windows.get(ideId)?.launched.headed;
  }

  /** A window without a screen is for programs alone. */
  isSeen(ideId: string): boolean {
    return [...this.#windows].every(([id, { launched }]) => id !== ideId || launched.headed !== false);
  }

  /** Called for windows that crashed and are to be reopened with their id. */
  onDeath(listener: (ideId: IdeId) => void): void {
    this.#onDeath = listener;
  }

  /** An invisible window is reopened when it crashes. Errors: `browser-missing`, `page-error`, `stopped`. */
  async open(ideId: IdeId, opening: WindowOpening): Promise<void> {
    await this.#open(ideId, opening, 0);
  }

  async #open(ideId: IdeId, opening: WindowOpening, returns: number): Promise<void> {
    const { url, headed = this.#launcher.hasDisplay } = opening;
    const launched = await this.#launcher.launch({ headed });
    const address = url();
    try {
      this.#closing.signal.throwIfAborted();
      const context = await launched.browser.newContext({
        viewport: headed ? null : HEADLESS_SIZE,
        // Its certificate may be known only to this machine.
        ignoreHTTPSErrors: true,
      });
      const page = await context.newPage();
      const openedAt = performance.now();
      const window = { launched, page, console: logOf(context), opening, openedAt, returns };
      this.#windows.set(ideId, window);
      const onDeath = () => this.#died(ideId, window);
      launched.browser.once('disconnected', onDeath);
      page.once('close', onDeath);
      page.once('crash', onDeath);
      await page.goto(address, { waitUntil: 'domcontentloaded' });
    } catch (error) {
      this.#windows.delete(ideId);
      await launched.dispose();
      throw navigationFailure(error, new URL(address));
    }
  }

  /** Errors: `not-found`. */
  async close(ideId: IdeId): Promise<void> {
    const { launched } = this.#require(ideId);
    this.#windows.delete(ideId);
    await launched.dispose();
  }

  /** Errors: `not-found`, `browser-lost`, `page-error`, `timeout`. */
  async screenshot(
    ideId: IdeId,
    request: ScreenshotRequest,
    { signal, timeoutMs = ANSWER_LIMIT_MS }: CallOptions,
  ): Promise<Picture> {
    const { page } = this.#require(ideId);
    const late = () => new AppError('timeout', `The IDE window gave no screenshot within ${inSeconds(timeoutMs)}.`);
    const taken = withinLimit(() => capturePicture(page, request, undefined), { signal, timeoutMs, late });
    return await taken.catch(error => {
      throw explainFailure(error);
    });
  }

  console(ideId: IdeId): readonly ConsoleEntry[] {
    return this.#windows.get(ideId)?.console.items ?? [];
  }

  /** Idempotent. */
  async dispose(): Promise<void> {
    this.#closing.abort(new AppError('stopped', 'Steploom is shutting down.'));
    await Promise.all([...this.#windows.keys()].map(ideId => this.close(ideId)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }

  #require(ideId: IdeId): IdeWindow {
    const window = this.#windows.get(ideId);
    if (window !== undefined) return window;
    throw new AppError('not-found', `${ideId} is not a window that Steploom has opened.`, {
      field: 'ideId',
      next: 'openIDE',
    });
  }

  /** A window that a person closes, or that crashes, takes its browser with it. */
  #died(ideId: IdeId, window: IdeWindow): void {
    if (this.#windows.get(ideId) !== window) return;
    this.#windows.delete(ideId);
    window.launched.dispose().catch(() => {});
    if (window.launched.headed !== false || window.page.url() === 'about:blank') return;
    this.#onDeath(ideId);
    // If it cannot be reopened, openIDE says why.
    this.#comeBack(ideId, window).catch(() => {});
  }

  async #comeBack(ideId: IdeId, { opening, page, openedAt, returns }: IdeWindow): Promise<void> {
    const before = performance.now() - openedAt > SETTLED_AFTER_MS ? 0 : returns;
    const last = new URL(page.url());
    for (const [index, delayMs] of [...RETURN_AFTER_MS.entries()].slice(before)) {
      await pause(delayMs, undefined, { signal: this.#closing.signal });
      const url = () => Object.assign(new URL(last), { hash: new URL(opening.url()).hash }).href;
      const isBack = await this.#open(ideId, { ...opening, headed: false, url }, index + 1).then(
        () => true,
        () => false,
      );
      if (isBack) return;
    }
  }
}

function logOf(context: BrowserContext): ConsoleLog {
  const log = new ConsoleLog();
  context.on('console', message => log.addMessage(message));
  context.on('weberror', error => log.addError(error));
  return log;
}
