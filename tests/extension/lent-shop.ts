/** A shop in a tab of an everyday Chrome that is paired with a service, and lent to its project. */
import { dirname } from 'node:path';
import type { Page } from 'playwright';
import { z } from 'zod';
import { ownerOf } from '../support/owner.ts';
import { servePages } from '../support/serve-pages.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { type ChromeOptions, type EverydayChrome, everydayChrome } from './everyday-chrome.ts';

const PAGES = {
  '/': `<!doctype html><title>Shop</title><button onclick="this.textContent = 'Bought'">Buy</button>
    <label>Name <input></label><label>Password <input type="password"></label>
    <a href="/more" target="_blank">More</a>
    <a href="data:text/plain,Paid" download="receipt.txt">Receipt</a>`,
  '/own': '<!doctype html><title>My bank</title>',
  '/more': '<!doctype html><title>More</title><button>Order more</button>',
};

const Code = z.object({ code: z.string() });
const State = z.object({
  app: z.looseObject({ open: z.boolean(), attachedBy: z.string().optional(), url: z.string().optional() }),
});

export interface LentShop extends AsyncDisposable {
  shop: Shop;
  chrome: EverydayChrome;
  tab: Page;
  popup: Page;
  url: string;
}

export const ownedBy = (shop: Shop) => ownerOf(dirname(shop.app.folder));

export const appOf = async ({ author }: Shop) => (await author.client.call('getIDEState', {}, State)).app;

export const codeOf = async (shop: Shop, projectId = 'shop'): Promise<string> =>
  (await (await ownedBy(shop)).client.call('pairExtension', { projectId }, Code)).code;

export async function pair(popup: Page, code: string): Promise<void> {
  await popup.getByLabel('Pairing code').fill(code);
  await popup.getByRole('button', { name: 'Pair', exact: true }).click();
}

export async function lend(popup: Page): Promise<void> {
  await popup.getByRole('button', { name: 'Lend this tab' }).click();
  await popup.getByText('This tab is the app window of').waitFor();
}

export async function pairedShop(options: ChromeOptions = {}): Promise<LentShop> {
  const pages = await servePages(PAGES);
  const shop = await openShop({ appUrl: pages.url });
  const chrome = await everydayChrome(options);
  const tab = await chrome.tab(pages.url);
  const popup = await chrome.popupFor(tab);
  await pair(popup, await codeOf(shop));
  await popup.getByText('Connected', { exact: true }).waitFor();
  return {
    ...{ shop, chrome, tab, popup, url: pages.url },
    async [Symbol.asyncDispose]() {
      await (await ownedBy(shop)).do('unpairExtension', { projectId: 'shop' });
      for (const part of [chrome, shop, pages]) await part[Symbol.asyncDispose]();
    },
  };
}

export async function lentShop(options: ChromeOptions = {}): Promise<LentShop> {
  const paired = await pairedShop(options);
  await lend(paired.popup);
  return paired;
}
