// @module-tag full
import { expect, it } from 'vitest';
import { z } from 'zod';
import { startService } from '../../server/main.ts';
import { ownerOf } from '../support/owner.ts';
import { servePages } from '../support/serve-pages.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { everydayChrome } from './everyday-chrome.ts';
import { appOf, codeOf, lend, lentShop, ownedBy, pair, pairedShop } from './lent-shop.ts';

const eventually = { timeout: 20_000, interval: 50 };
const Extension = z.looseObject({ state: z.string(), lent: z.array(z.unknown()) });
const Code = z.object({ code: z.string(), address: z.string() });

it('a tab that is closed while it is lent takes the app window with it, and says so', async () => {
  await using lent = await lentShop();
  const { shop, tab } = lent;
  await tab.close();
  await expect.poll(async () => (await appOf(shop)).open, eventually).toBe(false);
  const owner = await ownedBy(shop);
  expect(await owner.client.call('getExtension', {}, Extension)).toMatchObject({ state: 'connected', lent: [] });
  expect(await shop.author.refusal('getPageInfo')).toMatch(/tab that was lent was closed/);
});

it('a tab that a lent one opens can be used too, and nothing else of the browser can', async () => {
  await using lent = await lentShop();
  const { shop, tab, chrome, url } = lent;
  const own = await chrome.tab(`${url}/more`);
  await tab.getByRole('link', { name: 'More' }).click();
  const Tabs = z.looseObject({ tabs: z.array(z.looseObject({ url: z.string() })) });
  await expect
    .poll(async () => (await shop.author.client.call('getPageInfo', {}, Tabs)).tabs.map(each => each.url), eventually)
    .toEqual([`${url}/`, `${url}/more`]);
  expect(own.isClosed()).toBe(false);
});

it('a service worker that was put to sleep connects again when it wakes, and its tab is given back', async () => {
  await using lent = await lentShop();
  const { shop, tab, popup, chrome } = lent;
  const session = await chrome.context.newCDPSession(popup);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await expect.poll(async () => (await appOf(shop)).open, eventually).toBe(false);
  await popup.reload();
  await popup.getByText('Connected', { exact: true }).waitFor();
  await lend(popup);
  expect(await appOf(shop)).toMatchObject({ open: true, attachedBy: 'extension' });
  expect(await tab.getByRole('button').textContent()).toBe('Buy');
});

it('a browser that is paired connects again by itself when its service was restarted', async () => {
  await using workspace = await temporaryDirectory();
  await using pages = await servePages({ '/': '<!doctype html><title>Shop</title>' });
  const start = (port: number) => startService({ workspaceFolder: workspace.path, port, logLevel: 'silent' });
  let service = await start(0);
  await using chrome = await everydayChrome();
  try {
    await (await ownerOf(workspace.path)).do('createProject', { name: 'Shop', newProjectId: 'shop' });
    const popup = await chrome.popupFor(await chrome.tab(pages.url));
    await pair(popup, await (await ownerOf(workspace.path)).client.call('pairExtension', {}, Code));
    await lend(popup);
    await service.dispose();
    await popup.getByText('Not running').waitFor();
    service = await start(Number(new URL(service.url).port));
    await popup.getByText('Connected', { exact: true }).waitFor();
    await lend(popup);
  } finally {
    await service.dispose();
  }
});

it('a code that is wrong, one that was used, and an address where nothing runs are told in the popup', async () => {
  await using paired = await pairedShop();
  const { shop, popup } = paired;
  const used = await codeOf(shop);
  await popup.getByRole('button', { name: 'Unpair' }).click();
  await pair(popup, used);
  await popup.getByText('Connected', { exact: true }).waitFor();
  await popup.getByRole('button', { name: 'Unpair' }).click();
  const alert = popup.getByRole('alert');
  for (const code of [used.code, 'ABCD-2345']) {
    await pair(popup, { ...used, code });
    await alert.getByText(/^The code is wrong, was used already, or is too old/).waitFor();
    expect(await popup.getByLabel('Code').inputValue()).toBe(code);
  }
  await pair(popup, { ...used, address: 'http://127.0.0.1:9' });
  await alert.getByText(/does not answer at http:\/\/127\.0\.0\.1:9/).waitFor();
  await pair(popup, { ...used, address: 'not an address' });
  await alert.getByText(/^That is no address/).waitFor();
});

it('unpairing in the page gives the tab back and leaves the browser out', async () => {
  await using lent = await lentShop();
  const { shop, popup } = lent;
  await (await ownedBy(shop)).do('unpairExtension');
  await popup.getByText('no longer paired with this browser').waitFor();
  await expect.poll(async () => (await appOf(shop)).open, eventually).toBe(false);
  await popup.reload();
  await popup.getByText('Not paired').waitFor();
});
