import type { AppWindow, CallOptions, PageInfo } from '../../model/protocol/bridge.ts';
import type { AppSession } from './app-session.ts';
import { navigate, refresh, waitForReady } from './navigate-page.ts';
import { askPage, readTitle } from './page-calls.ts';
import { pageElements } from './page-elements.ts';
import { takeScreenshot } from './take-screenshot.ts';

/** The app window as the tools see it, on the current page of a session. */
export function createAppWindow(session: AppSession): AppWindow {
  return {
    isOpen: () => session.page !== undefined,
    url: () => session.page?.url(),
    navigate: (url, opening, options) => navigate(session, url, opening, options),
    refresh: options => refresh(session, options),
    waitForReady: (until, options) => waitForReady(session, until, options),
    info: options => readInfo(session, options),
    elements: (query, options) => pageElements(session, query, options),
    screenshot: (request, options) => takeScreenshot(session, request, options),
    console: () => session.console.entries,
  };
}

async function readInfo(session: AppSession, options: CallOptions): Promise<PageInfo> {
  const page = session.requirePage();
  const known = {
    viewport: page.viewportSize(),
    frames: page
      .frames()
      .filter(frame => frame.parentFrame() !== null)
      .map(frame => ({ url: frame.url(), name: frame.name() })),
    dialogs: session.dialogs.recent,
  };
  // A page that shows a dialog answers nothing else, and the dialog is what the caller must learn of.
  if (session.dialogs.current !== undefined)
    return { url: page.url(), title: '', readyState: 'waiting for a dialog', ...known };
  return { ...(await askPage(session, options, () => readTitle(page))), ...known };
}
