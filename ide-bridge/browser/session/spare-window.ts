import { freemem } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright';
import type { AppOpening } from '../../../model/protocol/app-window.ts';
import type { LaunchedBrowser } from '../launch/browser-launcher.ts';
import { cleanWindow } from './clean-window.ts';
import { type ContextSetup, closeSoon, firstPage, leaveWindow, openContext } from './open-context.ts';
import { WindowUse } from './window-use.ts';

interface OpenedWindow {
  context: BrowserContext;
  page: Page;
  use: WindowUse;
}

interface Spare {
  browser: Browser;
  opening: AppOpening;
  setup: ContextSetup | undefined;
  /** Whether it may be one that a test has used. */
  isUsed: boolean;
  opened: Promise<OpenedWindow | undefined>;
  timer: NodeJS.Timeout;
}

/** A window that a test has used. */
export interface UsedWindow {
  browser: Browser;
  opening: AppOpening;
  context: BrowserContext;
  use: WindowUse;
  /** It must stay as it is until then. */
  held: Promise<unknown>;
}

const DROPPED_AFTER_MS = 10 * 60_000;
/** Memory of a page, several times over. */
const LEAST_FREE_BYTES = 700_000_000;

const NOTHING_CONFINED = { confineTo: async () => {} };

/**
 * A browser context with an empty page, made before it is needed and given out once: the last one, as new, or another
 * one.
 */
export class SpareWindow {
  #spare: Spare | undefined;
  #used: UsedWindow | undefined;

  get isThere(): boolean {
    return this.#spare !== undefined;
  }

  /** Takes over a window that is left, and may be used again for an opening like its own. */
  keep(used: UsedWindow): void {
    leaveWindow(used.use.page);
    used.use.watch();
    this.closeUsed();
    this.#used = used;
  }

  /** Never rejects: the real opening finds the error. */
  prepare(browser: Browser, opening: AppOpening, setup?: ContextSetup): void {
    if (this.#spare?.setup === setup && isFor(this.#spare, browser, opening)) return;
    this.#dropSpare();
    const used = this.#takeUsed(browser, opening);
    if (used === undefined && freemem() < LEAST_FREE_BYTES) return;
    const onCrash = () => {
      if (this.#spare?.opened === opened) this.#dropSpare();
    };
    const anew = () => open(browser, opening, { setup, onCrash });
    const opened = (used === undefined ? anew() : again(used, opening, { setup, onCrash, anew })).catch(
      () => undefined,
    );
    const timer = setTimeout(() => this.drop(), DROPPED_AFTER_MS).unref();
    this.#spare = { browser, opening, setup, isUsed: used !== undefined, opened, timer };
  }

  /** What was prepared, else the last window as new. A window for another opening is closed instead. */
  async take(browser: Browser, opening: AppOpening, setup?: ContextSetup): Promise<OpenedWindow | undefined> {
    const spare = this.#spare;
    if (spare === undefined) {
      const used = this.#takeUsed(browser, opening);
      const anew = async () => undefined;
      return used && (await again(used, opening, { setup, onCrash: () => {}, anew }));
    }
    // A window without setup suits everybody, who sets it up later.
    if ((spare.setup ?? setup) !== setup || !isFor(spare, browser, opening)) {
      this.#dropSpare();
      return undefined;
    }
    clearTimeout(spare.timer);
    this.#spare = undefined;
    const opened = await spare.opened;
    return opened?.page.isClosed() ? undefined : opened;
  }

  /** One for another opening is closed instead. */
  #takeUsed(browser: Browser, opening: AppOpening): UsedWindow | undefined {
    const used = this.#used;
    if (used === undefined || !mayReuse(used, browser, opening)) {
      this.closeUsed();
      return undefined;
    }
    this.#used = undefined;
    return used;
  }

  /** Closes the window that was kept, if it is not to be used again. */
  closeUsed(): void {
    const used = this.#used;
    this.#used = undefined;
    void used?.held.then(() => closeSoon(used.context));
  }

  drop(): void {
    this.closeUsed();
    this.#dropSpare();
  }

  #dropSpare(): void {
    const spare = this.#spare;
    this.#spare = undefined;
    clearTimeout(spare?.timer);
    void spare?.opened.then(opened => closeSoon(opened?.context));
  }
}

/** Whether windows of it can be made ready beside the open one, or used again. */
export const isOwnBrowser = (launched: LaunchedBrowser | undefined): launched is LaunchedBrowser =>
  launched !== undefined &&
  launched.attachedTo === undefined &&
  !launched.isLent &&
  launched.headed === false &&
  !launched.guard?.wasFlooded &&
  launched.browser.isConnected();

interface WindowMaking {
  setup: ContextSetup | undefined;
  onCrash(): void;
}

/** A page that crashes unused is of no use. */
async function open(browser: Browser, opening: AppOpening, { setup, onCrash }: WindowMaking): Promise<OpenedWindow> {
  const context = await openContext(browser, opening, setup);
  // It may crash before it is ready.
  context.once('page', page => closeOnCrash(page, onCrash));
  try {
    const page = await firstPage(context, NOTHING_CONFINED, opening);
    return { context, page, use: new WindowUse(context, page, opening) };
  } catch (error) {
    await closeSoon(context);
    throw error;
  }
}

function closeOnCrash(page: Page, onCrash: () => void): void {
  page.once('crash', () => {
    page.close().catch(() => {});
    onCrash();
  });
}

/** The used window as new, else another one. */
async function again<Other extends OpenedWindow | undefined>(
  { context, use, held }: UsedWindow,
  opening: AppOpening,
  { setup, onCrash, anew }: WindowMaking & { anew(): Promise<Other> },
): Promise<OpenedWindow | Other> {
  await held;
  if (await cleanWindow(context, use, opening)) {
    use.renew(opening);
    closeOnCrash(use.page, onCrash);
    await setup?.(context);
    return { context, page: use.page, use };
  }
  void closeSoon(context);
  return await anew();
}

const isFor = (spare: Spare | undefined, browser: Browser, opening: AppOpening): spare is Spare =>
  spare?.browser === browser && isLike(spare.opening, opening) && (!spare.isUsed || opening.isolation === 'clean');

const mayReuse = (used: UsedWindow, browser: Browser, opening: AppOpening): boolean =>
  used.browser === browser && opening.isolation === 'clean' && isLike(used.opening, opening);

const isLike = (one: AppOpening, other: AppOpening): boolean =>
  isDeepStrictEqual(one.settings.browser, other.settings.browser) &&
  isDeepStrictEqual(one.identity?.state, other.identity?.state);
