import type { Browser, BrowserContext, Page } from 'playwright';
import type { BrowserState } from '../../model/project/browser-state.ts';
import type { AppOpening } from '../../model/protocol/app-window.ts';
import { contextOptions, refusedSettings } from './context-options.ts';

/** A new browser context with the project's settings and the state of who is signed in. Errors: `invalid-project`. */
export const openContext = (
  browser: Browser,
  { settings, identity: { state } = { origins: [] } }: AppOpening,
): Promise<BrowserContext> =>
  browser
    .newContext({ ...contextOptions(settings), ...(state === undefined ? {} : { storageState: state }) })
    .catch(refusedSettings);

const CLOSE_LIMIT_MS = 2_000;

/** Closes a browser context, or gives up on one that does not answer. */
export async function closeSoon(context: BrowserContext | undefined): Promise<void> {
  const late = new Promise<void>(resolve => void setTimeout(resolve, CLOSE_LIMIT_MS).unref());
  await Promise.race([context?.close().catch(() => {}), late]);
}

const RESTORE_LIMIT_MS = 10_000;

/** Puts session storage into a new tab, from an empty page in the place of the real one, and leaves that again. */
export async function restoreSession(page: Page, state: BrowserState | undefined): Promise<Page> {
  for (const { origin, items } of state?.sessionStorage ?? []) {
    const address = `${origin}/`;
    await page.route(address, route => route.fulfill({ contentType: 'text/html', body: '' }));
    await page.goto(address, { timeout: RESTORE_LIMIT_MS });
    for (const { name, value } of items) await page.sessionStorage.setItem(name, value);
    await page.unroute(address);
    await page.goto('about:blank');
  }
  return page;
}
