import { freemem } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright';
import type { AppOpening } from '../../../model/protocol/app-window.ts';
import { closeSoon, firstPage, openContext } from './open-context.ts';

interface OpenedWindow {
  context: BrowserContext;
  page: Page;
}

interface Spare {
  browser: Browser;
  opening: AppOpening;
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
  prepare(browser: Browser, opening: AppOpening): void {
    if (this.#spare !== undefined && isFor(this.#spare, browser, opening)) return;
    this.drop();
    if (freemem() < LEAST_FREE_BYTES) return;
    const opened = open(browser, opening, () => {
      if (this.#spare?.opened === opened) this.drop();
    }).catch(() => undefined);
    const timer = setTimeout(() => this.drop(), DROPPED_AFTER_MS).unref();
    this.#spare = { browser, opening, opened, timer };
  }

  /** The one that was opened just so, if it is well; another one is closed. */
  async take(browser: Browser, opening: AppOpening): Promise<OpenedWindow | undefined> {
    const spare = this.#spare;
    if (spare === undefined) return undefined;
    if (!isFor(spare, browser, opening)) {
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
async function open(browser: Browser, opening: AppOpening, onCrash: () => void): Promise<OpenedWindow> {
  const context = await openContext(browser, opening);
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
const isFor = ({ browser: of, opening: known }: Spare, browser: Browser, { settings, identity }: AppOpening): boolean =>
  of === browser &&
  isDeepStrictEqual(known.settings.browser, settings.browser) &&
  isDeepStrictEqual(known.identity?.state, identity?.state);
