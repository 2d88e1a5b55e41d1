import { freemem } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright';
import type { AppOpening } from '../../../model/protocol/app-window.ts';
import { type ContextSetup, closeSoon, firstPage, openContext } from './open-context.ts';

interface OpenedWindow {
  context: BrowserContext;
  page: Page;
}

interface Spare {
  browser: Browser;
  opening: AppOpening;
  setup: ContextSetup | undefined;
  opened: Promise<OpenedWindow | undefined>;
  timer: NodeJS.Timeout;
}

const DROPPED_AFTER_MS = 10 * 60_000;
/** Memory of a page, several times over. */
const LEAST_FREE_BYTES = 700_000_000;

const NOTHING_CONFINED = { confineTo: async () => {} };

/** A browser context with an empty page, opened before it is needed and given out once. */
export class SpareWindow {
  #spare: Spare | undefined;

  get isThere(): boolean {
    return this.#spare !== undefined;
  }

  /** Never rejects: the real opening finds the error. */
  prepare(browser: Browser, opening: AppOpening, setup?: ContextSetup): void {
    if (this.#spare?.setup === setup && isFor(this.#spare, browser, opening)) return;
    this.drop();
    if (freemem() < LEAST_FREE_BYTES) return;
    const onCrash = () => {
      if (this.#spare?.opened === opened) this.drop();
    };
    const opened = open(browser, opening, { setup, onCrash }).catch(() => undefined);
    const timer = setTimeout(() => this.drop(), DROPPED_AFTER_MS).unref();
    this.#spare = { browser, opening, setup, opened, timer };
  }

  /** A window for another opening is closed instead. */
  async take(browser: Browser, opening: AppOpening, setup?: ContextSetup): Promise<OpenedWindow | undefined> {
    const spare = this.#spare;
    if (spare === undefined) return undefined;
    // A window without setup suits everybody, who sets it up later.
    if ((spare.setup ?? setup) !== setup || !isFor(spare, browser, opening)) {
      this.drop();
      return undefined;
    }
    clearTimeout(spare.timer);
    this.#spare = undefined;
    const opened = await spare.opened;
    return opened?.page.isClosed() ? undefined : opened;
  }

  drop(): void {
    const spare = this.#spare;
    this.#spare = undefined;
    clearTimeout(spare?.timer);
    void spare?.opened.then(opened => closeSoon(opened?.context));
  }
}

/** A page that crashes unused is of no use. */
async function open(
  browser: Browser,
  opening: AppOpening,
  { setup, onCrash }: { setup: ContextSetup | undefined; onCrash: () => void },
): Promise<OpenedWindow> {
  const context = await openContext(browser, opening, setup);
  // It may crash before it is ready.
  context.once('page', page => {
    page.once('crash', () => {
      page.close().catch(() => {});
      onCrash();
    });
  });
  try {
    return { context, page: await firstPage(context, NOTHING_CONFINED, opening) };
  } catch (error) {
    await closeSoon(context);
    throw error;
  }
}

const isFor = (spare: Spare | undefined, browser: Browser, { settings, identity }: AppOpening): boolean =>
  spare?.browser === browser &&
  isDeepStrictEqual(spare.opening.settings.browser, settings.browser) &&
  isDeepStrictEqual(spare.opening.identity?.state, identity?.state);
