import type { BrowserContext, Page } from 'playwright';
import type { CallOptions, ConsoleEntry, Picture, ScreenshotRequest } from '../../model/protocol/app-window.ts';
import type { IdeId } from '../../model/protocol/channel/channel.ts';
import { AppError } from '../../model/protocol/errors.ts';
import type { IdeOpening } from '../../model/protocol/ide.ts';
import { inSeconds } from '../../model/values/in-seconds.ts';
import type { BrowserLauncher, LaunchedBrowser } from './browser-launcher.ts';
import { capturePicture } from './capture-picture.ts';
import { ConsoleLog } from './console-log.ts';
import { ANSWER_LIMIT_MS } from './page-calls.ts';
import { explainFailure, navigationFailure } from './page-failure.ts';
import { withinLimit } from './within-limit.ts';

interface IdeWindow {
  launched: LaunchedBrowser;
  page: Page;
  console: ConsoleLog;
}

/** Of a window that nobody looks at. */
const HEADLESS_SIZE = { width: 1440, height: 900 };

/** The windows in which Steploom itself opens its page; apart from those of applications, whose pages have nothing of its own. */
export class IdeWindows implements AsyncDisposable {
  readonly #launcher: BrowserLauncher;
  readonly #windows = new Map<IdeId, IdeWindow>();
  readonly #closing = new AbortController();

  constructor(launcher: BrowserLauncher) {
    this.#launcher = launcher;
  }

  has(ideId: IdeId): boolean {
    return this.#windows.has(ideId);
  }

  isHeaded(ideId: IdeId): boolean | undefined {
    return this.#windows.get(ideId)?.launched.headed;
  }

  /** Errors: `browser-missing`, `page-error`, `stopped`. */
  async open(
    ideId: IdeId,
    { url, headed = this.#launcher.hasDisplay }: Pick<IdeOpening, 'url' | 'headed'>,
  ): Promise<void> {
    const launched = await this.#launcher.launch({ headed });
    try {
      this.#closing.signal.throwIfAborted();
      const context = await launched.browser.newContext({
        viewport: headed ? null : HEADLESS_SIZE,
        // It may be reached by a certificate that only this machine knows.
        ignoreHTTPSErrors: true,
      });
      const page = await context.newPage();
      this.#windows.set(ideId, { launched, page, console: logOf(context) });
      launched.browser.once('disconnected', () => this.#forget(ideId));
      page.once('close', () => this.#forget(ideId));
      page.once('crash', () => this.#forget(ideId));
      await page.goto(url, { waitUntil: 'domcontentloaded' });
    } catch (error) {
      this.#windows.delete(ideId);
      await launched.dispose();
      throw navigationFailure(error, new URL(url));
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
    const late = () => new AppError('timeout', `The window of the IDE gave no picture within ${inSeconds(timeoutMs)}.`);
    const taken = withinLimit(() => capturePicture(page, request, undefined), { signal, timeoutMs, late });
    return await taken.catch(error => {
      throw explainFailure(error);
    });
  }

  console(ideId: IdeId): readonly ConsoleEntry[] {
    return this.#windows.get(ideId)?.console.entries ?? [];
  }

  /** Closes all. Idempotent. */
  async dispose(): Promise<void> {
    this.#closing.abort(new AppError('stopped', 'Steploom ends.'));
    await Promise.all([...this.#windows.keys()].map(ideId => this.close(ideId)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }

  #require(ideId: IdeId): IdeWindow {
    const window = this.#windows.get(ideId);
    if (window !== undefined) return window;
    throw new AppError('not-found', `${ideId} is no window that Steploom has opened.`, {
      field: 'ideId',
      next: 'openIDE',
    });
  }

  /** A window that a person closes, or that crashes, takes its browser with it. */
  #forget(ideId: IdeId): void {
    const window = this.#windows.get(ideId);
    this.#windows.delete(ideId);
    window?.launched.dispose().catch(() => {});
  }
}

function logOf(context: BrowserContext): ConsoleLog {
  const log = new ConsoleLog();
  context.on('console', message => log.addMessage(message));
  context.on('weberror', error => log.addError(error));
  return log;
}
