/** The built page of the IDE in a real browser, signed in to a real service. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, expect } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { linkOf, type TestApp } from '../support/test-app.ts';

let browser: Browser | undefined;

/** One browser for the specs of a file. */
export function useBrowser(): void {
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
  });
}

export interface OpenedPage extends AsyncDisposable {
  page: Page;
  /** What the page wrote to the console as an error, and what it threw. */
  faults: string[];
}

/** A window on the service, where nobody is signed in yet. */
export async function openWindow(options: BrowserContextOptions = {}): Promise<OpenedPage> {
  if (browser === undefined) throw new Error('The spec has no browser.');
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  // A busy machine must not fail a spec.
  page.setDefaultTimeout(60_000);
  const faults: string[] = [];
  page.on('pageerror', error => faults.push(String(error)));
  page.on('console', message => {
    // Browsers report every answer of 401, as wrong codes get it.
    if (message.type() === 'error' && !message.text().includes('401')) faults.push(message.text());
  });
  return { page, faults, [Symbol.asyncDispose]: () => context.close() };
}

interface IdeOptions extends BrowserContextOptions {
  /** What is done with the window before the IDE is in it. */
  prepare?: (page: Page) => Promise<void>;
}

/** The IDE, signed in with a link of the service, at a path. */
export async function openIde(app: TestApp, path = '/', { prepare, ...options }: IdeOptions = {}): Promise<OpenedPage> {
  const opened = await openWindow(options);
  await prepare?.(opened.page);
  const link = new URL(linkOf(app.service));
  await opened.page.goto(`${link.origin}${path}${link.hash}`);
  await opened.page.getByText('Connected', { exact: true }).waitFor();
  return opened;
}

/**
 * Holds what is shown against the rules of accessibility. The page itself puts the results together: a window of its own
 * for that takes three times as long, and is of use only for frames of other origins, of which the IDE has none.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)).toEqual([]);
}

/** The same in both themes, for a page that follows the system; it ends as it was. */
export async function expectAccessibleInThemes(page: Page): Promise<void> {
  await expectAccessible(page);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    if (colorScheme === 'dark') await expectAccessible(page);
  }
}
