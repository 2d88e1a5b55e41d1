import type { Browser, BrowserContext, Frame, Page, Worker } from 'playwright';
import { AppError, isAppError } from '../../../model/errors/errors.ts';
import type { Locator } from '../../../model/locator/locator.ts';
import type { BrowserState } from '../../../model/project/browser-state.ts';
import type { AppOpening } from '../../../model/protocol/app-window.ts';
import type { AttachWay } from '../../../model/protocol/browser-endpoint.ts';
import type { BrowserLauncher, LaunchedBrowser } from '../launch/browser-launcher.ts';
import { PAGE_LIMITS, type PageLimits } from '../limits/page-limits.ts';
import { Changes } from '../logs/changes.ts';
import { ConsoleLog } from '../logs/console-log.ts';
import { NetworkActivity } from '../logs/network-activity.ts';
import { OpenDialogs } from '../logs/open-dialogs.ts';
import { shownAddress } from '../logs/shown-text.ts';
import { resolveTestIds } from '../reading/test-id-attribute.ts';
import { MockedRequests } from '../requests/mocked-requests.ts';
import { needsAccess, OriginAccess } from '../requests/origin-access.ts';
import { pageMisbehaved } from '../requests/page-failure.ts';
import { SecretFields } from '../secrets/secret-fields.ts';
import { emptyClipboard } from './empty-clipboard.ts';
import { ExpectedDownloads } from './expected-downloads.ts';
import { pageAnswers, type UnansweredQuestion } from './hanging-page.ts';
import { KeptState, rescueState } from './kept-state.ts';
import { lentPage } from './lent-page.ts';
import { Loss, whyGone } from './loss.ts';
import {
  type ContextSetup,
  closeContext,
  closeSoon,
  firstPage,
  leaveEvents,
  newPage,
  openContext,
} from './open-context.ts';
import { OpenTabs } from './open-tabs.ts';
import { connect } from './page-connection.ts';
import { PageHolds } from './page-holds.ts';
import { PictureQueue } from './picture-queue.ts';
import { toPlaywrightLocator } from './playwright-locator.ts';
import { isOwnBrowser, SpareWindow, type UsedWindow } from './spare-window.ts';
import { addTab, watchWindow } from './watch-window.ts';
import { WindowUse } from './window-use.ts';

export interface AppSessionOptions {
  launcher: BrowserLauncher;
  forbiddenOrigins(): readonly string[];
  isWatched?(): boolean;
  limits?: Partial<PageLimits> | undefined;
  /** Whether runs are repeated, so that a window is kept ready after the last one too. */
  keepsReady?: boolean | undefined;
}

/** How long a page with a flooded console may take to answer. */
const FLOODED = { timeoutMs: 2_500 };

export class AppSession implements AsyncDisposable {
  readonly console = new ConsoleLog();
  readonly dialogs = new OpenDialogs();
  readonly downloads = new ExpectedDownloads();
  readonly network = new NetworkActivity();
  readonly mocks = new MockedRequests(request => this.network.log.noteMocked(request));
  readonly pictures = new PictureQueue();
  readonly secretFields = new SecretFields(connect);
  /** Service workers whose site was cleared; Chromium may list them as long as they run. */
  readonly removedWorkers = new WeakSet<Worker>();
  /** What has yet to answer, so that later callers need not find out anew that it hangs. */
  readonly questions = new WeakMap<Page, UnansweredQuestion>();
  readonly silentFrames = new WeakSet<Frame>();
  readonly access = new OriginAccess();
  readonly tabs = new OpenTabs();
  readonly holds = new PageHolds();
  readonly loss = new Loss();
  readonly changes = new Changes();
  readonly limits: PageLimits;
  /** When a person last pointed at an element in the tab itself, by `Date.now()`; `Infinity` while somebody does. */
  pointedAt = 0;
  readonly #options: AppSessionOptions;
  readonly #spare = new SpareWindow();
  /** The open window must not close before this. */
  #held: Promise<unknown> = Promise.resolve();
  /** A browser that did not close a window in time: a new one is better. */
  #overdue: LaunchedBrowser | undefined;
  #launched: LaunchedBrowser | undefined;
  #context: BrowserContext | undefined;
  #testIdAttribute: string | undefined;
  /** Undefined for windows that are not ours. */
  #use: WindowUse | undefined;
  #opening: AppOpening | undefined;
  /** State of a browser that was taken from its pages, for the window that replaces it. */
  #rescued: BrowserState | undefined;
  #kept: KeptState | undefined;
  #isDisposed = false;
  #lastChange: Promise<unknown> = Promise.resolve();

  constructor(options: AppSessionOptions) {
    this.limits = { ...PAGE_LIMITS, ...options.limits };
    this.#options = options;
  }

  get page(): Page | undefined {
    return this.tabs.current;
  }

  get context(): BrowserContext | undefined {
    return this.#context;
  }

  get browser(): { name: string; pid: number | undefined; headed: boolean | undefined } | undefined {
    if (this.#launched === undefined) return undefined;
    const { browser, pid, headed } = this.#launched;
    return { name: `Chromium ${browser.version()}`, pid, headed };
  }

  /** A tab that is lent is the app window only once it is open there. */
  get attachedBy(): AttachWay | undefined {
    const way = this.#options.launcher.attachedTo?.way;
    return way === 'extension' && !(this.isLent && this.page !== undefined) ? undefined : way;
  }

  get isLent(): boolean {
    return this.#launched?.isLent === true;
  }

  get forbiddenOrigins(): readonly string[] {
    return this.#options.forbiddenOrigins();
  }

  get testIdAttribute(): string | undefined {
    return this.#testIdAttribute;
  }

  /** Default: on the current page. Errors: `app-not-open`. */
  locate(locator: Locator, page: Page | Frame = this.requirePage()): ReturnType<Page['locator']> {
    return toPlaywrightLocator(page, resolveTestIds(locator, this.#testIdAttribute));
  }

  /** Errors: `app-not-open`; `page-misbehaved` where that is the reason. */
  requirePage(): Page {
    if (this.page !== undefined) return this.page;
    if (this.loss.misbehaviour !== undefined) throw this.loss.misbehaviour;
    const reason = this.loss.reason === undefined ? 'is not open' : `is no longer open: ${this.loss.reason}`;
    throw new AppError('app-not-open', `The app window ${reason}.`, { next: 'navigateUrl' });
  }

  /**
   * Replaces the open window by an empty page in a new browser context with the project's settings, after `setup`.
   * Errors: `browser-missing`; `invalid-project` for settings that the browser refuses.
   */
  async openFresh(opening: AppOpening, setup?: ContextSetup): Promise<Page> {
    return await this.#change(() => this.#openFresh(opening, setup));
  }

  /** Delays closing the open window, whatever the reason. `until` must end soon. */
  holdWindow(until: Promise<unknown>): void {
    this.#held = until.catch(() => {});
  }

  get keepsReady(): boolean {
    return this.#options.keepsReady === true;
  }

  /**
   * Keeps a window ready for an opening that is likely, beside the open one. Not for visible browsers, nor for openings
   * whose requests carry headers or credentials.
   */
  prepare(opening: AppOpening, setup?: ContextSetup): void {
    const launched = this.#launched;
    if (!isOwnBrowser(launched) || opening.headed === true || this.#isDisposed) return;
    if (needsAccess(this.#opening?.identity) || needsAccess(opening.identity)) return;
    this.#spare.prepare(launched.browser, opening, setup);
  }

  /** No window is needed next: the last one is not used again. */
  prepareNothing(): void {
    this.#spare.closeUsed();
  }

  /** The open window is not used again. */
  spoilWindow(reason: string): void {
    this.#use?.spoil(reason);
  }

  /** The current page, else a new one, in the open context if there is one. Errors: as `openFresh`. */
  async livePage(opening: AppOpening): Promise<Page> {
    return await this.#change(async () => {
      if (this.page !== undefined) return this.page;
      return this.#context === undefined ? await this.#reopen(opening) : await newPage(this.#context);
    });
  }

  /**
   * Replaces a page that does not answer by a new tab; cookies and storage stay. A browser that opens no tab is
   * replaced too. Errors: as `openFresh`.
   */
  async replacePage(page: Page): Promise<Page> {
    return await this.#change(async () => {
      const context = this.#context;
      const launched = this.#launched;
      if (context === undefined || launched === undefined) return this.requirePage();
      const fresh = await newPage(context).catch((error: unknown) => {
        if (!isAppError(error, 'timeout') || this.#opening === undefined) throw error;
        return undefined;
      });
      if (fresh === undefined) {
        this.#forgetAll();
        this.#rescued = await rescueState(launched, context, this.#kept);
        return await this.#reopen(this.#opening ?? { settings: {}, appUrl: undefined });
      }
      this.tabs.forget(page);
      // A page with an endless script closes slowly; nothing depends on it.
      page.close().catch(() => {});
      return fresh;
    });
  }

  forgetSite = (origin: string): void => this.#kept?.forget(origin);

  /** The session can open another window. Idempotent. */
  async close(): Promise<void> {
    await this.#change(() => this.#closeBrowser());
  }

  /** Idempotent. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.loss.dispose();
    // Pages must not delay the end of the browser, nor may a pending change of the window.
    this.#launched?.guard?.endPages();
    await this.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }

  /** One change at a time, so that two callers never open two browsers. */
  #change<Result>(change: () => Promise<Result>): Promise<Result> {
    const done = this.#lastChange.then(change);
    this.#lastChange = done.catch(() => {});
    return done;
  }

  /** With the state of a window that was taken from its pages. */
  async #reopen(opening: AppOpening): Promise<Page> {
    const state = this.#rescued;
    const identity = { origins: [], ...opening.identity, state };
    return await this.#openFresh(state === undefined ? opening : { ...opening, identity });
  }

  /**
   * A browser that has just died may seem alive: nothing was done in it, so another one replaces it. What was lent by
   * others is theirs: when it goes, none of our own takes its place.
   */
  async #openFresh(opening: AppOpening, setup?: ContextSetup): Promise<Page> {
    const known = this.#launched?.browser;
    const isOurs = this.#options.launcher.attachedTo === undefined;
    const hadGone = () => known?.isConnected() === false;
    const checks = { hadGone, isGone: (page: Page) => page.isClosed(), isOurs };
    return await this.loss.whileOpening(() => this.#openAnew(opening, setup), checks);
  }

  async #openAnew(opening: AppOpening, setup?: ContextSetup): Promise<Page> {
    if (!this.isLent) await this.#closeContext();
    const browser = await this.#browser(opening);
    if (this.isLent) return this.#openLent(browser, opening);
    const spare = await this.#spare.take(browser, opening, setup);
    await this.access.give(browser, this.attachedBy !== undefined, opening.identity);
    const context = spare?.context ?? (await openContext(browser, opening, setup));
    this.#context = context;
    this.#use = spare?.use;
    this.#kept?.[Symbol.dispose]();
    this.#kept = this.#launched?.guard && new KeptState(context, opening.identity?.state);
    this.#testIdAttribute = opening.settings.browser?.testIdAttribute;
    for (const known of [this.console, this.dialogs, this.downloads, this.network, this.secretFields]) known.clear();
    watchWindow(this, context, () => this.#context === context);
    if (spare !== undefined) addTab(this, spare.page);
    const page = spare?.page ?? (await firstPage(context, this.access, opening));
    if (opening.isolation !== undefined && isOwnBrowser(this.#launched)) await emptyClipboard(page);
    this.#use ??= new WindowUse(context, page, opening);
    this.#opening = opening;
    this.#rescued = undefined;
    return page;
  }

  /** A lent page stays as it is, with whoever is signed in. */
  #openLent(browser: Browser, opening: AppOpening): Page {
    const { page, context } = lentPage(browser, opening, this.page);
    this.#testIdAttribute = opening.settings.browser?.testIdAttribute;
    this.#opening = opening;
    for (const known of [this.console, this.dialogs, this.downloads, this.network, this.secretFields]) known.clear();
    if (this.#context === context) return page;
    this.#context = context;
    watchWindow(this, context, () => this.#context === context);
    for (const each of context.pages()) addTab(this, each);
    return page;
  }

  async #browser({ headed = this.#options.isWatched?.() ?? false, isWhole }: AppOpening): Promise<Browser> {
    if (this.#isDisposed) throw new AppError('stopped', 'The project is being closed.');
    const { attachedTo, headed: isHeaded, isShell, browser } = this.#launched ?? {};
    const isFit = isHeaded === headed && !(isShell && isWhole);
    if (browser?.isConnected() && (attachedTo !== undefined || isFit)) return browser;
    await this.#closeBrowser();
    const launched = await this.#options.launcher.launch({ headed, isWhole });
    this.#launched = launched;
    launched.guard?.watch({
      mostBytes: this.limits.memoryBytes,
      pageAnswers: async () => this.page === undefined || (await pageAnswers(this.page, FLOODED)),
      onExcess: did => this.#takeAway(launched, did),
    });
    launched.browser.once('disconnected', () => {
      if (this.#launched === launched) this.#lose(whyGone(launched));
    });
    return launched.browser;
  }

  async #closeBrowser(): Promise<void> {
    const [launched, context] = [this.#launched, this.#context];
    this.#spare.drop();
    this.#forgetAll();
    this.#rescued = undefined;
    this.loss.forget();
    // A browser that lives on keeps nothing of ours.
    if (launched?.attachedTo !== undefined) await closeSoon(context);
    await launched?.dispose();
  }

  async #closeContext(): Promise<void> {
    const context = this.#context;
    const used = this.#usedWindow();
    this.#context = undefined;
    this.#use = undefined;
    this.tabs.clear();
    const launched = this.#launched;
    const guard = launched?.guard;
    if (used !== undefined) return this.#spare.keep(used);
    // A browser that is too busy to close the context, or still has messages to report, is replaced.
    if (!guard?.wasFlooded && (launched === undefined || this.#overdue !== launched)) {
      if (context === undefined || this.#closesBeside(context)) return;
      await this.#held;
      if (await closeContext(context)) return;
    }
    guard?.kill();
    await this.#closeBrowser();
  }

  /** The open window, where the next one may be made of it. */
  #usedWindow(): UsedWindow | undefined {
    const [context, use, opening, launched] = [this.#context, this.#use, this.#opening, this.#launched];
    if (context === undefined || use === undefined || opening?.isolation !== 'clean') return undefined;
    if (!isOwnBrowser(launched) || this.#overdue === launched || needsAccess(opening.identity)) return undefined;
    const isFit = this.dialogs.current === undefined && use.reason === undefined && !this.mocks.isInForce;
    return isFit ? { browser: launched.browser, opening, context, use, held: this.#held } : undefined;
  }

  /** With another window ready, the browser does open windows; whether it closes this one is seen later. */
  #closesBeside(context: BrowserContext): boolean {
    const launched = this.#launched;
    if (!this.#spare.isThere) return false;
    leaveEvents(context);
    const closing = this.#held.then(() => closeContext(context)).catch(() => true);
    void closing.then(isClosed => {
      if (!isClosed) this.#overdue = launched;
    });
    return true;
  }

  /** Ends the browser at once because of its pages: others may be waiting for it. */
  #takeAway(launched: LaunchedBrowser, did: string): void {
    if (this.#launched !== launched) return;
    const context = this.#context;
    const error = pageMisbehaved(shownAddress(this.tabs.all[0]?.url() ?? 'about:blank'), did);
    this.#forgetAll();
    this.loss.report(`its page ${did}`, error);
    const ended = rescueState(launched, context, this.#kept).then(state => {
      this.#rescued = state;
    });
    ended.catch(() => {});
    void this.#change(() => ended).catch(() => {});
  }

  #forgetAll(): void {
    this.#launched = undefined;
    this.#context = undefined;
    this.#use = undefined;
    this.#kept?.[Symbol.dispose]();
    this.tabs.clear();
    this.dialogs.clear();
    this.changes.emit();
  }

  #lose(reason: string): void {
    const launched = this.#launched;
    // A page that crashes may take Chromium with it a moment later: the window was lost by the page.
    const wasLostBefore = this.page === undefined && this.loss.reason !== undefined;
    this.#forgetAll();
    // Its profile still has to be removed.
    launched?.dispose().catch(() => {});
    if (!wasLostBefore) this.loss.report(reason);
  }
}
