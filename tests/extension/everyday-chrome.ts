/** A Chromium with the extension loaded, as somebody has it who works in it all day. */
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { z } from 'zod';
import { EXTENSION_ID } from '../../model/protocol/channel/extension.ts';
import { CHROMIUM } from '../support/browser.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const EXTENSION = 'extension/dist';

export interface EverydayChrome extends AsyncDisposable {
  context: BrowserContext;
  /** Opens the popup over a page, in a window of its own. */
  popupFor(page: Page): Promise<Page>;
  /** A page in a window of its own. */
  tab(url: string): Promise<Page>;
}

export interface ChromeOptions {
  /** What its owner has allowed the extension when it asked. */
  allowed?: readonly string[];
  /** Folder of another extension. */
  beside?: string;
}

const Manifest = z.looseObject({ permissions: z.array(z.string()) });

/** Nobody can answer Chrome's question for a permission in a spec, so that it is granted by the manifest. */
async function extensionWith(allowed: readonly string[], target: string): Promise<string> {
  await cp(EXTENSION, target, { recursive: true });
  const file = join(target, 'manifest.json');
  const manifest = Manifest.parse(JSON.parse(await readFile(file, 'utf8')));
  await writeFile(file, JSON.stringify({ ...manifest, permissions: [...manifest.permissions, ...allowed] }));
  return target;
}

export async function everydayChrome({ allowed = [], beside }: ChromeOptions = {}): Promise<EverydayChrome> {
  const profile = await temporaryDirectory();
  const extension = allowed.length === 0 ? EXTENSION : await extensionWith(allowed, `${profile.path}-extension`);
  const all = [extension, ...(beside === undefined ? [] : [beside])].join(',');
  const context = await chromium.launchPersistentContext(profile.path, {
    executablePath: CHROMIUM,
    headless: true,
    chromiumSandbox: process.getuid?.() !== 0,
    args: [`--disable-extensions-except=${all}`, `--load-extension=${all}`],
  });
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const numbers = async () =>
    z.array(z.number()).parse(await worker.evaluate('chrome.tabs.query({}).then(tabs => tabs.map(tab => tab.id))'));
  const known = new WeakMap<Page, number>();
  return {
    context,
    async popupFor(page) {
      const popup = await context.newPage();
      await popup.goto(`chrome-extension://${EXTENSION_ID}/popup.html?tab=${known.get(page)}`);
      return popup;
    },
    async tab(url) {
      const before = await numbers();
      const page = await context.newPage();
      const number = (await numbers()).find(each => !before.includes(each));
      if (number !== undefined) known.set(page, number);
      await page.goto(url);
      return page;
    },
    async [Symbol.asyncDispose]() {
      await context.close();
      if (extension !== EXTENSION) await rm(extension, { recursive: true, force: true });
      await profile[Symbol.asyncDispose]();
    },
  };
}
