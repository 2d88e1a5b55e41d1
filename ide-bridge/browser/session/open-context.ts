import type { Browser, BrowserContext, Page } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import type { BrowserState } from '../../../model/project/browser-state.ts';
import type { AppOpening } from '../../../model/protocol/app-window.ts';
import { withinLimit } from '../limits/within-limit.ts';
import type { OriginAccess } from '../requests/origin-access.ts';
import { contextOptions, refusedSettings } from './context-options.ts';

/** A new browser context with the project's settings and the state of who is signed in. Errors: `invalid-project`. */
export const openContext = (
  browser: Browser,
  { settings, identity: { state } = { origins: [] } }: AppOpening,
): Promise<BrowserContext> =>
  browser
    .newContext({ ...contextOptions(settings), ...(state === undefined ? {} : { storageState: state }) })
    .catch(refusedSettings);

/** The page that a context begins with. Errors: `invalid-project`. */
export async function firstPage(
  context: BrowserContext,
  access: Pick<OriginAccess, 'confineTo'>,
  { identity }: AppOpening,
): Promise<Page> {
  const page = await context.newPage().catch(refusedSettings);
  await access.confineTo(page);
  return await restoreSession(page, identity?.state);
}

const LEAVE_LIMIT_MS = 2_000;

/** Closes a browser context, or gives up on one that does not answer. */
export async function closeSoon(context: BrowserContext | undefined): Promise<void> {
  const late = new Promise<void>(resolve => void setTimeout(resolve, LEAVE_LIMIT_MS).unref());
  await Promise.race([context?.close().catch(() => {}), late]);
}

/** Long enough for a machine that is busy, and short enough for those who wait behind a page that keeps the browser busy. */
const CHANGE_LIMIT_MS = 5_000;

const inTime = <Result>(work: () => Promise<Result>, late: () => AppError): Promise<Result> =>
  withinLimit(work, { signal: new AbortController().signal, timeoutMs: CHANGE_LIMIT_MS, late });

/** Opens a tab. Errors: `timeout`. */
export const newPage = (context: BrowserContext): Promise<Page> =>
  inTime(
    () => context.newPage(),
    () =>
      new AppError('timeout', 'The browser opens no other tab: a page keeps it busy.', {
        next: 'runTest opens the app window anew',
      }),
  );

/** Closes a browser context; answers whether it did so in time. Errors: those of a browser that has gone. */
export async function closeContext(context: BrowserContext): Promise<boolean> {
  const late = new AppError('timeout', 'The window does not close.');
  try {
    await inTime(
      () => context.close(),
      () => late,
    );
    return true;
  } catch (error) {
    if (error === late) return false;
    throw error;
  }
}

const RESTORE_LIMIT_MS = 10_000;

/** Puts session storage into a new tab, from an empty page in the place of the real one, and leaves that again. */
async function restoreSession(page: Page, state: BrowserState | undefined): Promise<Page> {
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
