import { stat } from 'node:fs/promises';
import type { Download, Page } from 'playwright';
import { AppError, isAppError } from '../../model/errors/errors.ts';
import { timeoutSignal } from '../../model/errors/timeout-signal.ts';
import type { ElementLook } from '../../model/locator/element-look.ts';
import type { Locator } from '../../model/locator/locator.ts';
import type {
  AppOpening,
  AppWindow,
  Arrival,
  CallOptions,
  DownloadedFile,
  PageInfo,
  Tab,
} from '../../model/protocol/app-window.ts';
import { pageElements } from './elements/page-elements.ts';
import { withinLimit } from './limits/within-limit.ts';
import { loggedExchange } from './logs/logged-exchange.ts';
import { shownAddress, shownTitle } from './logs/shown-text.ts';
import { navigate, refresh, settled, waitForReady } from './navigate/navigate-page.ts';
import { takeScreenshot } from './pictures/capture-picture.ts';
import { seeElement } from './reading/element-sight.ts';
import { resolveAddress } from './requests/navigation-policy.ts';
import type { AppSession } from './session/app-session.ts';
import { clearSite } from './session/clear-site.ts';
import { ANSWER_LIMIT_MS, askPage, readTitle } from './session/page-calls.ts';
import { readState } from './session/read-state.ts';
import { clockOf } from './session/window-clock.ts';

const nobodyPicks = async () => {
  throw new AppError('ide-not-open', 'No service is running that could show the app window.', {
    next: 'steploom open',
  });
};

export function createAppWindow(session: AppSession, pick: AppWindow['pick'] = nobodyPicks): AppWindow {
  return {
    onChange: listener => session.changes.listen(listener),
    attachedBy: session.attachedBy,
    isOpen: () => session.page !== undefined,
    lostBy: () => session.loss.reason,
    hasState: async ({ signal }) => {
      const { cookies, origins, sessionStorage = [] } = await readState(session, signal);
      return cookies.length + origins.length + sessionStorage.length > 0;
    },
    url: () => session.page && shownAddress(session.page.url()),
    clock: () => clockOf(session.page?.context()),
    open: async opening => void (await (opening.isAnew ? session.openFresh(opening) : session.livePage(opening))),
    navigate: (url, opening, options) => navigateAway(session, url, opening, options),
    refresh: options => whileBehaving(session, options, limits => refresh(session, limits)),
    clearSite: (address, options) => whileBehaving(session, options, limits => clearSite(session, address, limits)),
    waitForReady: (until, options) => whileBehaving(session, options, limits => waitForReady(session, until, limits)),
    info: options => whileBehaving(session, options, limits => readInfo(session, limits)),
    tabs: () => tabsOf(session),
    settled: (since, options) => settled(session, since, options),
    elements: (query, options) => whileBehaving(session, options, limits => pageElements(session, query, limits)),
    see: (locator, options) => whileBehaving(session, options, limits => seeOnly(session, locator, limits)),
    screenshot: (request, options) =>
      whileBehaving(session, options, limits => takeScreenshot(session, request, limits)),
    pick,
    console: () => session.console.items,
    uncaught: () => session.console.uncaught.items,
    typedPasswords: () => session.secretFields.words,
    downloads: since => Promise.all(session.downloads.surprises(since).map(storedFile)),
    requests: () => session.network.log.items,
    exchange: (number, options) => loggedExchange(session.network, number, options),
  };
}

const seeOnly = (session: AppSession, locator: Locator, options: CallOptions): Promise<ElementLook | undefined> =>
  askPage(session, options, async signal => {
    const found = session.locate(locator);
    if ((await found.count()) !== 1) return undefined;
    const { testIdAttribute } = session;
    return await seeElement(found, { testIdAttribute, signal, timeout: options.timeoutMs ?? ANSWER_LIMIT_MS });
  });

const MOST_TRIES = 3;

/** A page that misbehaves or closes its tab while it is left must not prevent the navigation. */
async function navigateAway(
  session: AppSession,
  url: string,
  opening: AppOpening,
  options: CallOptions,
): Promise<Arrival> {
  const address = resolveAddress(url, opening.appUrl, session.forbiddenOrigins);
  for (let tries = 1; ; tries++)
    try {
      return await whileBehaving(session, options, limits => navigate(session, address, opening, limits));
    } catch (error) {
      const by = isAppError(error, 'page-misbehaved') ? error.detail.facts?.url : undefined;
      const isOfOther = by !== undefined && by !== shownAddress(address.href);
      const isOfTab = isAppError(error, 'browser-lost') && session.page !== undefined;
      if (tries >= MOST_TRIES || !(isOfOther || isOfTab)) throw error;
    }
}

async function whileBehaving<Result>(
  session: AppSession,
  options: CallOptions,
  work: (options: CallOptions) => Promise<Result>,
): Promise<Result> {
  const end = new AbortController();
  const stopListening = session.loss.listen(error => {
    if (error.kind === 'page-misbehaved') end.abort(error);
  });
  try {
    return await work({ ...options, signal: AbortSignal.any([options.signal, end.signal]) });
  } catch (error) {
    throw end.signal.aborted ? end.signal.reason : error;
  } finally {
    stopListening();
  }
}

const STORED_WITHIN_MS = 3_000;

async function storedFile(download: Download): Promise<DownloadedFile> {
  const name = download.suggestedFilename();
  const limit = timeoutSignal(STORED_WITHIN_MS);
  const late = () => new AppError('timeout', 'It is not whole yet.');
  try {
    const path = await withinLimit(() => download.path(), { signal: limit, timeoutMs: STORED_WITHIN_MS, late });
    return { name, path, sizeBytes: (await stat(path)).size };
  } catch {
    return { name };
  }
}

const tabsOf = ({ tabs }: AppSession): Tab[] =>
  tabs.all.map(page => ({
    number: tabs.numberOf(page),
    url: shownAddress(page.url()),
    isCurrent: page === tabs.current,
  }));

const MOST_FRAMES = 50;

async function readInfo(session: AppSession, options: CallOptions): Promise<PageInfo> {
  const page = session.requirePage();
  const inner = page.frames().filter(frame => frame.parentFrame() !== null);
  const known = {
    viewport: page.viewportSize(),
    frames: inner
      .slice(0, MOST_FRAMES)
      .map(frame => ({ url: shownAddress(frame.url()), name: shownTitle(frame.name()) })),
    ...(inner.length > MOST_FRAMES ? { frameCount: inner.length } : {}),
    dialogs: session.dialogs.open,
    tabs: tabsOf(session),
  };
  // A page that shows a dialog answers nothing else, and the dialog is what the caller must learn of.
  if (session.dialogs.current !== undefined)
    return { url: shownAddress(page.url()), title: '', readyState: 'waiting for a dialog', ...known };
  try {
    return { ...(await askPage(session, limited(session, page, options), () => readTitle(page))), ...known };
  } catch (error) {
    const way = session.network.wayOf(page);
    const isSilent = isAppError(error, 'timeout') || isAppError(error, 'page-misbehaved');
    if (way === undefined || page.isClosed() || !isSilent) throw error;
    return { url: shownAddress(page.url()), title: '', readyState: `on its way to ${shownAddress(way)}`, ...known };
  }
}

const WAY_LIMIT_MS = 2_000;

/** A page that is navigating answers only once it has arrived, which may be never. */
const limited = (session: AppSession, page: Page, options: CallOptions): CallOptions => {
  const { timeoutMs = ANSWER_LIMIT_MS } = options;
  const isThere = session.network.wayOf(page) === undefined;
  return { ...options, timeoutMs: isThere ? timeoutMs : Math.min(timeoutMs, WAY_LIMIT_MS) };
};
