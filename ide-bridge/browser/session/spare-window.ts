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
  /** Has it closed when nobody needs it for long. */
  timer: NodeJS.Timeout;
}

const DROPPED_AFTER_MS = 10 * 60_000;
/** What a page takes, several times over. */
const LEAST_FREE_BYTES = 700_000_000;

const NOTHING_CONFINED = { confineTo: async () => {} };

/** A browser context with an empty page that is opened before it is needed. Whoever takes it is the only one to have it. */
export class SpareWindow {
  #spare: Spare | undefined;

  /** Whether there is one, opened or about to be. */
  get isThere(): boolean {
    return this.#spare !== undefined;
  }

  /** Opens one for an opening that is likely to come. Never rejects; what keeps it from opening is found out by the opening. */
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

  /** The one that was opened just so, if it is well; another one is closed. */
  async take(browser: Browser, opening: AppOpening, setup?: ContextSetup): Promise<OpenedWindow | undefined> {
    const spare = this.#spare;
    if (spare === undefined) return undefined;
    // One that is set up for nothing will do for whoever sets it up later.
    if ((spare.setup ?? setup) !== setup || !isFor(spare, browser, opening)) {
      this.drop();
      return undefined;
    }
    clearTimeout(spare.timer);
    this.#spare = undefined;
    const opened = await spare.opened;
    return opened?.page.isClosed() ? undefined : opened;
  }

  /** Closes it; nobody waits for that. */
  drop(): void {
    const spare = this.#spare;
    this.#spare = undefined;
    clearTimeout(spare?.timer);
    void spare?.opened.then(opened => closeSoon(opened?.context));
  }
}

/** A page whose process ends while nobody uses it is of no use to anybody. */
async function open(
  browser: Browser,
  opening: AppOpening,
  { setup, onCrash }: { setup: ContextSetup | undefined; onCrash: () => void },
): Promise<OpenedWindow> {
  const context = await openContext(browser, opening, setup);
  // It may crash before it has been made ready.
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

/** What a window is opened by: the settings of the browser, and what it is signed in with. */
const isFor = (spare: Spare | undefined, browser: Browser, { settings, identity }: AppOpening): boolean =>
  spare?.browser === browser &&
  isDeepStrictEqual(spare.opening.settings.browser, settings.browser) &&
  isDeepStrictEqual(spare.opening.identity?.state, identity?.state);
