/** The built page of the IDE in a real browser, signed in to a real service. */
import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContextOptions, ConsoleMessage, Page } from 'playwright';
import { expect, onTestFailed, onTestFinished } from 'vitest';
import { z } from 'zod';
import { sharedBrowser } from '../support/browser.ts';
import { wentThrough } from '../support/run-report/doors.ts';
import { linkOf, type TestApp } from '../support/test-app.ts';
import { screensOf } from './screens.ts';

export interface OpenedPage extends AsyncDisposable {
  page: Page;
  /** What the page wrote to the console as an error, and what it threw. */
  faults: string[];
}

/** `npm test` looks at the light theme alone. */
export const THEMES: readonly ('light' | 'dark')[] = process.env.MODE === 'gate' ? ['light'] : ['light', 'dark'];

const VIEWPORT = { width: 1440, height: 900 };

/**
 * A window that is used again: a page that stays at one address keeps the compiled scripts of the IDE, and opens it in
 * a third of the time.
 */
let idle: Page | undefined;

async function newPage(options: BrowserContextOptions): Promise<Page> {
  const context = await (await sharedBrowser()).newContext({ viewport: VIEWPORT, ...options });
  const page = await context.newPage();
  // A busy machine must not fail a spec, and what is waited for in vain be named before the spec's own limit.
  page.setDefaultTimeout(45_000);
  return page;
}

interface WindowOptions extends BrowserContextOptions {
  /** What is done with the window before anything is in it; such a window is not used again. */
  prepare?: (page: Page) => Promise<void>;
}

/** What a window that is there can be given. */
const CHANGEABLE = ['viewport', 'colorScheme'];

/** A window on the service, where nobody is signed in yet and nothing is remembered. */
export async function openWindow({ prepare, ...options }: WindowOptions = {}): Promise<OpenedPage> {
  const isUsual = prepare === undefined && Object.keys(options).every(name => CHANGEABLE.includes(name));
  const known = isUsual && idle?.isClosed() === false ? idle : undefined;
  if (known !== undefined) idle = undefined;
  const page = known ?? (await newPage(options));
  if (known !== undefined) {
    await page.setViewportSize(options.viewport ?? VIEWPORT);
    await page.emulateMedia({ colorScheme: options.colorScheme ?? 'light' });
  }
  await prepare?.(page);
  const faults: string[] = [];
  const onError = (error: Error) => faults.push(String(error));
  const onConsole = (message: ConsoleMessage) => {
    // Browsers report every answer of 401, as wrong codes get it.
    if (message.type() === 'error' && !message.text().includes('401')) faults.push(message.text());
  };
  const onNavigated = () => noteScreen(page.url());
  const onPopup = (popup: Page) =>
    popup.waitForLoadState().then(
      () => noteScreen(popup.url()),
      () => undefined,
    );
  page.on('pageerror', onError).on('console', onConsole).on('framenavigated', onNavigated).on('popup', onPopup);
  const shown = tellWhenFailed();
  const close = async () => {
    await shown.note(page);
    page.off('pageerror', onError).off('console', onConsole).off('framenavigated', onNavigated).off('popup', onPopup);
    if (isUsual && idle === undefined && (await isForgetful(page))) idle = page;
    else await page.context().close();
  };
  return { page, faults, [Symbol.asyncDispose]: close };
}

/** What a page showed in the end says why a spec that fails once in a hundred runs did. */
function tellWhenFailed() {
  let text = '';
  try {
    onTestFailed(() => void process.stderr.write(`The page showed in the end:\n${text}\n`));
  } catch {
    // It is opened for all specs of a file.
  }
  return {
    async note(page: Page): Promise<void> {
      const body = await page.locator('body').innerText({ timeout: 1_000 }).catch(String);
      text = `${page.url()}\n${body}`;
    },
  };
}

function noteScreen(address: string): void {
  for (const screen of screensOf(address)) wentThrough('screen', screen, 'good');
}

/** Leaves the service and forgets what was kept there; answers whether the page could. */
async function isForgetful(page: Page): Promise<boolean> {
  try {
    const context = page.context();
    for (const other of context.pages()) if (other !== page) await other.close();
    await page.unrouteAll();
    // Of the same origin, so that the browser keeps the process of the page.
    await page.goto(new URL('/api/health', page.url()).href);
    await page.evaluate('localStorage.clear(); sessionStorage.clear()');
    await context.clearCookies();
    await page.mouse.move(-1, -1);
    return true;
  } catch {
    return false;
  }
}

interface IdeOptions extends WindowOptions {
  /** Default: its project is shown; for those that cannot be, or not yet, the service is only reached. */
  until?: 'shown' | 'connected';
}

/** The IDE, signed in with a link of the service, at a path. */
export async function openIde(
  app: TestApp,
  path = '/',
  { until = 'shown', ...options }: IdeOptions = {},
): Promise<OpenedPage> {
  const opened = await openWindow(options);
  const link = new URL(linkOf(app.service));
  await opened.page.goto(`${link.origin}${path}${link.hash}`);
  await opened.page.getByText('Connected', { exact: true }).waitFor();
  if (until === 'shown' && path.startsWith('/p/')) await isReported(app);
  return opened;
}

/** The same, closed when the spec ends, by when it must have written no error; the service is to outlast the spec. */
export async function showIde(app: TestApp, path?: string, options?: IdeOptions): Promise<Page> {
  const opened = await openIde(app, path, options);
  onTestFinished(async () => {
    const faults = [...opened.faults];
    await opened[Symbol.asyncDispose]();
    expect(faults, 'errors of the page').toEqual([]);
  });
  return opened.page;
}

/** A page is of use to tools once it has said which project it shows, which comes after it is connected. */
const isReported = (app: TestApp): Promise<void> =>
  expect
    .poll(() => app.client.call('getIDEState', {}, z.object({ open: z.boolean() })), { timeout: 30_000, interval: 5 })
    .toEqual({ open: true });

/** What moves for ever, and what has ended and stays as it then was, are still enough. */
const IS_STILL = `document.getAnimations().every(
  each => each.playState !== 'running' || each.effect?.getComputedTiming().endTime === Infinity,
)`;

/** Besides those that axe has by default. People who speak to their browser say what they see. */
const RULES = { 'label-content-name-mismatch': { enabled: true } };

/**
 * Holds what is shown against the rules of accessibility. The page itself puts the results together: a window of its own
 * for that takes three times as long, and is of use only for frames of other origins, of which the IDE has none.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // What fades in has no contrast yet.
  await expect.poll(() => page.evaluate(IS_STILL), { timeout: 10_000, interval: 20 }).toBe(true);
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'], rules: RULES });
  const { violations } = await axe.analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)).toEqual([]);
}

/** The same in the themes of this run, for a page that follows the system; it ends as it was. */
export async function expectAccessibleInThemes(page: Page): Promise<void> {
  await expectAccessible(page);
  if (!THEMES.includes('dark')) return;
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    if (colorScheme === 'dark') await expectAccessible(page);
  }
}
