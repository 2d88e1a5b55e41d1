import type { Page } from 'playwright';
import type { AppWindow, CallOptions, PageInfo } from '../../model/protocol/app-window.ts';
import { AppError, isAppError } from '../../model/protocol/errors.ts';
import type { AppSession } from './app-session.ts';
import { navigate, refresh, waitForReady } from './navigate-page.ts';
import { ANSWER_LIMIT_MS, askPage, readTitle } from './page-calls.ts';
import { pageElements } from './page-elements.ts';
import { shownAddress, shownTitle } from './shown-text.ts';
import { takeScreenshot } from './take-screenshot.ts';

const nobodyPicks = async () => {
  throw new AppError('ide-not-open', 'No service runs that could show the app window.', { next: 'steploom open' });
};

/** The app window as the tools see it, on the current page of a session; `pick` asks those who look at it. */
export function createAppWindow(session: AppSession, pick: AppWindow['pick'] = nobodyPicks): AppWindow {
  return {
    onChange: listener => session.changes.listen(listener),
    attachedBy: session.attachedBy,
    isOpen: () => session.page !== undefined,
    lostBy: () => session.loss.reason,
    url: () => session.page && shownAddress(session.page.url()),
    navigate: (url, opening, options) => navigate(session, url, opening, options),
    refresh: options => refresh(session, options),
    waitForReady: (until, options) => waitForReady(session, until, options),
    info: options => readInfo(session, options),
    elements: (query, options) => pageElements(session, query, options),
    screenshot: (request, options) => takeScreenshot(session, request, options),
    pick,
    console: () => session.console.entries,
    requests: () => session.network.log.entries,
  };
}

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
    dialogs: session.dialogs.recent,
  };
  // A page that shows a dialog answers nothing else, and the dialog is what the caller must learn of.
  if (session.dialogs.current !== undefined)
    return { url: shownAddress(page.url()), title: '', readyState: 'waiting for a dialog', ...known };
  try {
    return { ...(await askPage(session, limited(session, page, options), () => readTitle(page))), ...known };
  } catch (error) {
    const way = session.network.wayOf(page);
    if (way === undefined || !isAppError(error, 'timeout')) throw error;
    return { url: shownAddress(page.url()), title: '', readyState: `on its way to ${shownAddress(way)}`, ...known };
  }
}

const WAY_LIMIT_MS = 2_000;

/** A page on its way elsewhere answers only once it is there, which may be never. */
const limited = (session: AppSession, page: Page, options: CallOptions): CallOptions => {
  const { timeoutMs = ANSWER_LIMIT_MS } = options;
  const isThere = session.network.wayOf(page) === undefined;
  return { ...options, timeoutMs: isThere ? timeoutMs : Math.min(timeoutMs, WAY_LIMIT_MS) };
};
