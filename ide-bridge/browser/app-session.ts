import type { Browser, BrowserContext, Page } from 'playwright';
import type { Locator } from '../../model/locator/locator.ts';
import type { AppOpening } from '../../model/protocol/app-window.ts';
import type { AttachWay } from '../../model/protocol/browser-endpoint.ts';
import { AppError } from '../../model/protocol/errors.ts';
import type { AppSessionOptions } from './app-session-options.ts';
import type { LaunchedBrowser } from './browser-launcher.ts';
import { Changes } from './changes.ts';
import { ConsoleLog } from './console-log.ts';
import { ExpectedDownloads } from './expected-downloads.ts';
import { leaveForbidden } from './leave-forbidden.ts';
import { Loss } from './loss.ts';
import { NetworkActivity } from './network-activity.ts';
import { closeContext, closeSoon, firstPage, newPage, openContext } from './open-context.ts';
import { OpenDialogs } from './open-dialogs.ts';
import { OpenTabs } from './open-tabs.ts';
import { OriginAccess } from './origin-access.ts';
import { PAGE_LIMITS, type PageLimits } from './page-limits.ts';
import { PictureQueue } from './picture-queue.ts';
import { toPlaywrightLocator } from './playwright-locator.ts';
import { SecretFields } from './secret-fields.ts';
import { resolveTestIds } from './test-id-attribute.ts';

/** The browser, browser context and current page of one project; shared by its app window and its runs. */
export class AppSession implements AsyncDisposable {
  readonly console = new ConsoleLog();
  readonly dialogs = new OpenDialogs();
  readonly downloads = new ExpectedDownloads();
  readonly network = new NetworkActivity();
  readonly pictures = new PictureQueue();
  readonly secretFields = new SecretFields();
  readonly access = new OriginAccess();
  readonly tabs = new OpenTabs();
  /** Tells when the browser or the last page goes away without being asked to. */
  readonly loss = new Loss();
  /** Tells when the window opens, closes, or shows another page. */
  readonly changes = new Changes();
  readonly limits: PageLimits;
  readonly #options: AppSessionOptions;
  #launched: LaunchedBrowser | undefined;
  #context: BrowserContext | undefined;
  #testIdAttribute: string | undefined;
  #isDisposed = false;
  #lastChange: Promise<unknown> = Promise.resolve();

  constructor(options: AppSessionOptions) {
    this.limits = { ...PAGE_LIMITS, ...options.limits };
    this.#options = options;
  }

  /** The current tab. */
  get page(): Page | undefined {
    return this.tabs.current;
  }

  get context(): BrowserContext | undefined {
    return this.#context;
  }

  /** Of the running browser: its name with release, and what is known of its process and window. */
  get browser(): { name: string; pid: number | undefined; headed: boolean | undefined } | undefined {
    if (this.#launched === undefined) return undefined;
    const { browser, pid, headed } = this.#launched;
    return { name: `Chromium ${browser.version()}`, pid, headed };
  }

  /** How it comes to its browser, where it does not start one. */
  get attachedBy(): AttachWay | undefined {
    return this.#options.launcher.attachedTo?.way;
  }

  get forbiddenOrigins(): readonly string[] {
    return this.#options.forbiddenOrigins();
  }

  get testIdAttribute(): string | undefined {
    return this.#testIdAttribute;
  }

  /** Finds elements on a page of this session, by default the current one. Errors: `app-not-open`. */
  locate(locator: Locator, page: Page = this.requirePage()): ReturnType<Page['locator']> {
    return toPlaywrightLocator(page, resolveTestIds(locator, this.#testIdAttribute));
  }

  /** Errors: `app-not-open`. */
  requirePage(): Page {
    if (this.page !== undefined) return this.page;
    const reason = this.loss.reason === undefined ? 'is not open' : `is not open any more: ${this.loss.reason}`;
    throw new AppError('app-not-open', `The app window ${reason}.`, { next: 'navigateUrl' });
  }

  /**
   * Closes what was open and opens an empty page in a new browser context with the project's settings.
   * Errors: `browser-missing`; `invalid-project` for settings that the browser refuses.
   */
  async openFresh(opening: AppOpening): Promise<Page> {
    return await this.#change(() => this.#openFresh(opening));
  }

  /** The current page as it stands; else a new one, in the open browser context if there is one. Errors: as `openFresh`. */
  async livePage(opening: AppOpening): Promise<Page> {
    return await this.#change(async () => {
      if (this.page !== undefined) return this.page;
      return this.#context === undefined ? await this.#openFresh(opening) : await this.#context.newPage();
    });
  }

  /** Puts a new tab in the place of a page that does not answer any more; cookies and storage stay. Errors: `timeout`. */
  async replacePage(page: Page): Promise<Page> {
    return await this.#change(async () => {
      if (this.#context === undefined) return this.requirePage();
      const fresh = await newPage(this.#context);
      this.tabs.forget(page);
      // A page with an endless script takes its time to close; nothing depends on it.
      page.close().catch(() => {});
      return fresh;
    });
  }

  /** Closes the window; the session can open another one. Idempotent. */
  async close(): Promise<void> {
    await this.#change(() => this.#closeBrowser());
  }

  /** Closes the window for good. Idempotent. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.loss.dispose();
    await this.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }

  /** One change of the window at a time, so that two callers never open two browsers. */
  #change<Result>(change: () => Promise<Result>): Promise<Result> {
    const done = this.#lastChange.then(change);
    this.#lastChange = done.catch(() => {});
    return done;
  }

  /** A browser that has just died may not be known to have: nothing was done in it, so another one takes its place. */
  async #openFresh(opening: AppOpening): Promise<Page> {
    const known = this.#launched?.browser;
    const hasDied = () => known?.isConnected() === false;
    return await this.loss.whileOpening(() => this.#openAnew(opening), hasDied);
  }

  async #openAnew(opening: AppOpening): Promise<Page> {
    await this.#closeContext();
    const browser = await this.#browser(opening.headed);
    await this.access.give(browser, this.attachedBy !== undefined, opening.identity);
    const context = await openContext(browser, opening);
    this.#context = context;
    this.#testIdAttribute = opening.settings.browser?.testIdAttribute;
    for (const known of [this.console, this.dialogs, this.downloads, this.network, this.secretFields]) known.clear();
    this.#watch(context);
    return await firstPage(context, this.access, opening);
  }

  async #browser(headed = this.#options.isWatched?.() ?? false): Promise<Browser> {
    if (this.#isDisposed) throw new AppError('stopped', 'The project is being closed.');
    const { attachedTo, headed: isHeaded, browser } = this.#launched ?? {};
    if (browser?.isConnected() && (attachedTo !== undefined || isHeaded === headed)) return browser;
    await this.#closeBrowser();
    const launched = await this.#options.launcher.launch({ headed });
    this.#launched = launched;
    const place = launched.attachedTo?.shown;
    launched.browser.once('disconnected', () => {
      if (this.#launched !== launched) return;
      this.#lose(place === undefined ? 'the browser ended by itself' : `the browser at ${place} has gone`);
    });
    return launched.browser;
  }

  async #closeBrowser(): Promise<void> {
    const launched = this.#launched;
    const context = this.#context;
    this.#forgetAll();
    this.loss.forget();
    // A browser that lives on keeps nothing of ours.
    if (launched?.attachedTo !== undefined) await closeSoon(context);
    await launched?.dispose();
  }

  async #closeContext(): Promise<void> {
    const context = this.#context;
    this.#context = undefined;
    this.tabs.clear();
    // A browser that a page keeps too busy for that is replaced.
    if (context !== undefined && !(await closeContext(context))) await this.#closeBrowser();
  }

  #watch(context: BrowserContext): void {
    const { console, dialogs } = this;
    const ours = () => this.#context === context;
    context.on('page', page => this.#add(page));
    context.on('console', message => ours() && console.addMessage(message));
    context.on('weberror', error => ours() && console.addError(error));
    context.on('dialog', dialog => dialogs.opened(dialog));
    context.on('dialogclosed', dialog => dialogs.closed(dialog));
    context.on('framenavigated', frame => {
      if (frame.parentFrame() !== null) return;
      leaveForbidden(frame.page(), this);
      this.changes.tell();
    });
    this.downloads.watch(context);
    this.network.watch(context);
  }

  #add(page: Page): void {
    this.tabs.add(page);
    // A new tab is announced only once it has its first address.
    leaveForbidden(page, this);
    this.changes.tell();
    page.once('close', () => {
      this.tabs.forget(page);
      this.changes.tell();
    });
    page.once('crash', () => {
      const wasCurrent = this.page === page;
      this.tabs.forget(page);
      page.close().catch(() => {});
      if (wasCurrent) this.loss.tell('the page crashed');
      this.changes.tell();
    });
  }

  #forgetAll(): void {
    this.#launched = undefined;
    this.#context = undefined;
    this.tabs.clear();
    this.dialogs.clear();
    this.changes.tell();
  }

  #lose(reason: string): void {
    const launched = this.#launched;
    this.#forgetAll();
    // Its profile is still to be removed.
    launched?.dispose().catch(() => {});
    this.loss.tell(reason);
  }
}
