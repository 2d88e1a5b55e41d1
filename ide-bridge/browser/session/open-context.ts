import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import type { BrowserState } from '../../../model/project/browser-state.ts';
import type { ProjectSettings } from '../../../model/project/project.ts';
import type { AppOpening } from '../../../model/protocol/app-window.ts';
import { quickenContext } from '../engine/quicken.ts';
import { withinLimit } from '../limits/within-limit.ts';
import type { OriginAccess } from '../requests/origin-access.ts';
import { connect } from './page-connection.ts';

/** What is done with a browser context before it has a page. Never rejects. */
export type ContextSetup = (context: BrowserContext) => Promise<void>;

/** A new browser context with the project's settings and the state of who is signed in. Errors: `invalid-project`. */
export async function openContext(
  browser: Browser,
  { settings, identity: { state } = { origins: [] } }: AppOpening,
  setup?: ContextSetup,
): Promise<BrowserContext> {
  const options = { ...contextOptions(settings), ...(state === undefined ? {} : { storageState: state }) };
  const context = await browser.newContext(options).catch(refusedSettings);
  await quickenContext(context);
  await setup?.(context);
  return context;
}

/** The page that a context begins with. Errors: `invalid-project`. */
export async function firstPage(
  context: BrowserContext,
  access: Pick<OriginAccess, 'confineTo'>,
  { identity }: AppOpening,
): Promise<Page> {
  const page = await context.newPage().catch(refusedSettings);
  await Promise.all([access.confineTo(page), allowCopying(page)]);
  return await restoreSession(page, identity?.state);
}

/**
 * What a page copies when it is clicked goes to the clipboard, as in browsers with a window; the headless shell refuses
 * that. Playwright's own grant would refuse all other permissions instead of having the page ask for them.
 */
async function allowCopying(page: Page): Promise<void> {
  try {
    const connection = await connect(page);
    const { targetInfo } = await connection.send('Target.getTargetInfo');
    const context = targetInfo.browserContextId === undefined ? {} : { browserContextId: targetInfo.browserContextId };
    await connection.send('Browser.setPermission', {
      permission: { name: 'clipboard-write' },
      setting: 'granted',
      ...context,
    });
  } catch {
    // Browsers that are attached may not take it, and need not.
  }
}

const LEAVE_LIMIT_MS = 2_000;

/** Closes a browser context, or gives up on one that does not answer. */
export async function closeSoon(context: BrowserContext | undefined): Promise<void> {
  const late = new Promise<void>(resolve => void setTimeout(resolve, LEAVE_LIMIT_MS).unref());
  await Promise.race([context?.close().catch(() => {}), late]);
}

/** Long enough for a machine that is busy, and short enough for those who wait behind a page that keeps the browser busy. */
const CHANGE_LIMIT_MS = 5_000;

/** Opens a tab. Errors: `timeout`. */
export const newPage = (context: BrowserContext): Promise<Page> =>
  withinLimit(() => context.newPage(), {
    timeoutMs: CHANGE_LIMIT_MS,
    late: () =>
      new AppError('timeout', 'The browser opens no other tab: a page keeps it busy.', {
        next: 'runTest reopens the app window',
      }),
  });

/** Closes a browser context; answers whether it did so in time. Errors: those of a browser that has gone. */
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

/** From then on a context that is being left tells nobody of anything. */
export function leaveEvents(context: BrowserContext): void {
  for (const event of EVENTS) context.removeAllListeners(event);
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

const DEFAULT_VIEWPORT = { width: 1280, height: 720 };

/** The browser settings of a project as Playwright takes them. */
function contextOptions({ browser = {} }: ProjectSettings): BrowserContextOptions {
  const { viewport, locale, timezone, proxy, ignoreHttpsErrors } = browser;
  return {
    viewport: viewport ?? DEFAULT_VIEWPORT,
    ...(locale ? { locale } : {}),
    ...(timezone ? { timezoneId: timezone } : {}),
    ...(proxy ? { proxy: proxyOptions(proxy) } : {}),
    ...(ignoreHttpsErrors ? { ignoreHTTPSErrors: true } : {}),
  };
}

/** User and password are in the address, as in the environment variable HTTP_PROXY. */
function proxyOptions(proxy: string): NonNullable<BrowserContextOptions['proxy']> {
  const text = proxy.includes('://') ? proxy : `http://${proxy}`;
  if (!URL.canParse(text)) return { server: proxy };
  const { protocol, host, username, password } = new URL(text);
  return {
    server: `${protocol}//${host}`,
    ...(username ? { username: decodeURIComponent(username), password: decodeURIComponent(password) } : {}),
  };
}

/** What a browser says that has its default context alone, or none. */
const NO_CONTEXTS = /createBrowserContext\): (?:Failed to create|Not |.*wasn't found)|context management/;

/** Time zone, locale and proxy are known to be wrong only by the browser; some browsers that are attached give no context. */
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
