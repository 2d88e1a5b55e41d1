import type { BrowserContext, Page } from 'playwright';
import { BrowserState } from '../../../model/project/browser-state.ts';
import type { LaunchedBrowser } from '../launch/browser-launcher.ts';
import { withinLimit } from '../limits/within-limit.ts';
import { closeSoon } from './open-context.ts';

/** A page is read once it rests: reading delays a page that changes its address often, and a short test needs none. */
const RESTED_AFTER_MS = 500;
const NOTHING = { cookies: [], origins: [] };
const LIMIT_MS = 2_000;

/**
 * Cookies and local storage, read while the pages are well: once a page floods the browser, that may not answer. A page
 * that does not answer changes nothing here.
 */
export class KeptState implements Disposable {
  readonly #context: BrowserContext;
  readonly #origins: Map<string, BrowserState['origins'][number]>;
  #cookies: BrowserState['cookies'];
  #isReading = false;
  #wanted: Page | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(context: BrowserContext, { cookies, origins }: Pick<BrowserState, 'cookies' | 'origins'> = NOTHING) {
    this.#context = context;
    this.#cookies = cookies;
    this.#origins = new Map(origins.map(each => [each.origin, each]));
    const readLater = (page: Page) => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#read(page), RESTED_AFTER_MS).unref();
    };
    context.on('pageload', readLater);
    // A sign-in may change only the address, without loading another document.
    context.on('framenavigated', frame => frame.parentFrame() === null && readLater(frame.page()));
  }

  get state(): BrowserState {
    return { cookies: this.#cookies, origins: [...this.#origins.values()] };
  }

  forget(origin: string): void {
    this.#origins.delete(origin);
    this.#cookies = this.#cookies.filter(({ domain }) => !isSentTo(domain, new URL(origin).hostname));
  }

  async #read(page: Page): Promise<void> {
    this.#wanted = page;
    if (this.#isReading) return;
    this.#isReading = true;
    for (let next = this.#take(); next !== undefined; next = this.#take()) {
      const origin = URL.parse(next.url())?.origin ?? '';
      const [cookies, localStorage] = await Promise.all([
        inTime(() => this.#context.cookies()),
        inTime(() => next.localStorage.items()),
      ]);
      this.#cookies = cookies?.map(cookie => ({ ...cookie })) ?? this.#cookies;
      // The next window has to open a page for each origin in this list.
      if (localStorage?.length === 0) this.#origins.delete(origin);
      else if (localStorage !== undefined) this.#origins.set(origin, { origin, localStorage });
    }
    this.#isReading = false;
  }

  #take(): Page | undefined {
    const page = this.#wanted;
    this.#wanted = undefined;
    return page;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}

/** Cookies of a domain with a leading dot are for the hosts below it too. */
const isSentTo = (domain: string, host: string): boolean =>
  domain === host || (domain.startsWith('.') && `.${host}`.endsWith(domain));

/** Undefined where the page or its browser is gone or does not answer. */
const inTime = <Result>(ask: () => Promise<Result>, timeoutMs = LIMIT_MS): Promise<Result | undefined> =>
  withinLimit(ask, { timeoutMs }).catch(() => undefined);

/** A browser without pages answers at once, unless it still has too much to report. */
const ANSWER_LIMIT_MS = 3_000;

/**
 * Ends a browser that its pages keep too busy; resolves with what it stored, or, where it does not answer, with what
 * was read while they were well.
 */
export async function rescueState(
  launched: LaunchedBrowser,
  context: BrowserContext | undefined,
  kept: KeptState | undefined,
): Promise<BrowserState | undefined> {
  launched.guard?.endPages();
  const state = await inTime(async () => await context?.storageState(), ANSWER_LIMIT_MS);
  if (launched.attachedTo !== undefined) await closeSoon(context);
  launched.guard?.kill();
  await launched.dispose();
  return BrowserState.safeParse(state).data ?? kept?.state;
}
