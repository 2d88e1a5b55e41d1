import type { Browser, BrowserContext, Page } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import type { AppOpening } from '../../../model/protocol/app-window.ts';
import { quickenContext } from '../engine/quicken.ts';
import { withinLimit } from '../limits/within-limit.ts';
import type { OriginAccess } from '../requests/origin-access.ts';
import { browserLost } from '../requests/page-failure.ts';
import { contextOptions } from './context-options.ts';
import { connect } from './page-connection.ts';
import { restoreSession } from './restore-state.ts';

/** Prepares a browser context before it has a page. Never rejects. */
export type ContextSetup = (context: BrowserContext) => Promise<void>;

/** With the project's settings and the state of the identity. Errors: `invalid-project`. */
export async function openContext(
  browser: Browser,
  { settings, identity: { state } = { origins: [] } }: AppOpening,
  setup?: ContextSetup,
): Promise<BrowserContext> {
  const options = { ...(await contextOptions(settings)), ...(state === undefined ? {} : { storageState: state }) };
  const context = await browser.newContext(options).catch(refusedSettings);
  // What works in pages waits by timers, which there are none without scripts.
  if (settings.browser?.javaScriptEnabled !== false) await quickenContext(context);
  await setup?.(context);
  return context;
}

/** Errors: `invalid-project`, `browser-lost`, `timeout`. */
export async function firstPage(
  context: BrowserContext,
  access: Pick<OriginAccess, 'confineTo'>,
  { identity }: AppOpening,
): Promise<Page> {
  const page = await withinLimit(() => openPageIn(context), FIRST_PAGE_LIMIT).catch(refusedSettings);
  await Promise.all([access.confineTo(page), setPermissions(page)]);
  await restoreSession(page, identity?.state);
  return page;
}

const FIRST_PAGE_LIMIT = {
  timeoutMs: 30_000,
  late: () =>
    new AppError('timeout', 'The browser opens no window.', {
      next: 'call the tool again, when the machine is less busy',
    }),
};

/** Playwright has no answer where the browser ends meanwhile. Errors: `browser-lost`, and those of Playwright. */
async function openPageIn(context: BrowserContext): Promise<Page> {
  const browser = context.browser();
  const end = new AbortController();
  const gone = new Promise<never>((_resolve, reject) => {
    const lose = () => reject(browserLost('the browser ended by itself'));
    browser?.once('disconnected', lose);
    end.signal.addEventListener('abort', () => browser?.off('disconnected', lose));
  });
  try {
    return await Promise.race([context.newPage(), gone]);
  } finally {
    end.abort();
  }
}

/**
 * Pages may copy to the clipboard when clicked, as in browsers with a window; the headless shell refuses that. Chromium
 * lets a site that is much used keep its storage for good, for all later tests of the window: it stays undecided.
 */
const PERMISSIONS = [
  { permission: { name: 'clipboard-write' }, setting: 'granted' },
  { permission: { name: 'persistent-storage' }, setting: 'prompt' },
] as const;

/** Playwright's own grant would deny all other permissions instead of having the page ask. */
export async function setPermissions(page: Page): Promise<void> {
  try {
    const connection = await connect(page);
    const { targetInfo } = await connection.send('Target.getTargetInfo');
    const context = targetInfo.browserContextId === undefined ? {} : { browserContextId: targetInfo.browserContextId };
    await Promise.all(PERMISSIONS.map(each => connection.send('Browser.setPermission', { ...each, ...context })));
  } catch {
    // Attached browsers may refuse it, and need not have it.
  }
}

const LEAVE_LIMIT_MS = 2_000;

export async function closeSoon(context: BrowserContext | undefined): Promise<void> {
  const late = new Promise<void>(resolve => void setTimeout(resolve, LEAVE_LIMIT_MS).unref());
  await Promise.race([context?.close().catch(() => {}), late]);
}

/** Enough for a busy machine, and short for those who wait behind a page that keeps the browser busy. */
const CHANGE_LIMIT_MS = 5_000;

/** Errors: `browser-lost`, `timeout`. */
export const newPage = (context: BrowserContext): Promise<Page> =>
  withinLimit(() => openPageIn(context), {
    timeoutMs: CHANGE_LIMIT_MS,
    late: () =>
      new AppError('timeout', 'The browser opens no other tab: a page keeps it busy.', {
        next: 'runTest reopens the app window',
      }),
  });

/** Whether it closed in time. Errors: those of a browser that is gone. */
export async function closeContext(context: BrowserContext): Promise<boolean> {
  const late = new AppError('timeout', 'The window does not close.');
  try {
    await withinLimit(() => context.close(), { timeoutMs: CHANGE_LIMIT_MS, late: () => late });
    return true;
  } catch (error) {
    if (error === late) return false;
    throw error;
  }
}

const EVENTS = [
  'console',
  'dialog',
  'dialogclosed',
  'download',
  'framenavigated',
  'page',
  'pageload',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'weberror',
] as const;

/** Stops all events of a context that is being left. */
export function leaveEvents(context: BrowserContext): void {
  for (const event of EVENTS) context.removeAllListeners(event);
}

/** As `leaveEvents`, also of its first page, for a window that is used again. */
export function leaveWindow(page: Page): void {
  leaveEvents(page.context());
  for (const event of ['close', 'crash'] as const) page.removeAllListeners(event);
}

/** Message of a browser with only its default context, or none. */
const NO_CONTEXTS = /createBrowserContext\): (?:Failed to create|Not |.*wasn't found)|context management/;

/** Only the browser knows that time zone, locale or proxy are wrong; some attached browsers give no context. */
function refusedSettings(error: unknown): never {
  const refusal = error instanceof Error ? /(?:Invalid|Malformed|unsupported).*/i.exec(error.message)?.[0] : undefined;
  if (error instanceof Error && NO_CONTEXTS.test(error.message))
    throw new AppError(
      'browser-missing',
      'The browser opens no separate window for tests: it is part of an application, or does not allow it.',
      { next: 'attach to a Chrome or Chromium, or leave --connect out', cause: error },
    );
  if (refusal === undefined) throw error;
  throw new AppError('invalid-project', `The browser refuses the project's settings: ${refusal}.`, {
    field: 'settings.browser',
    next: 'editProject',
    cause: error,
  });
}
