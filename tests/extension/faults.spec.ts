// @module-tag full
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { startService } from '../../server/main.ts';
import { ownerOf } from '../support/owner.ts';
import { servePages } from '../support/serve-pages.ts';
import type { Shop } from '../support/shop.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { type EverydayChrome, everydayChrome } from './everyday-chrome.ts';
import { appOf, codeOf, lend, lentShop, ownedBy, pair, pairedShop } from './lent-shop.ts';

const eventually = { timeout: 20_000, interval: 50 };
const Extension = z.looseObject({
  devices: z.array(z.looseObject({ state: z.string() })),
  lent: z.looseObject({}).optional(),
});
const Code = z.object({ code: z.string() });
const Run = z.object({ run: z.looseObject({ state: z.string() }) });

const isLent = async (shop: Shop) =>
  (await (await ownedBy(shop)).client.call('getExtension', {}, Extension)).lent !== undefined;

const stateOf = async ({ author }: Shop, runId: string) =>
  (await author.client.call('getRun', { runId }, Run)).run.state;

it('a tab that is closed while it is lent takes the app window with it, and says so', async () => {
  await using lent = await lentShop();
  const { shop, tab } = lent;
  await tab.close();
  await expect.poll(async () => (await appOf(shop)).open, eventually).toBe(false);
  const owner = await ownedBy(shop);
  expect(await owner.client.call('getExtension', {}, Extension)).toMatchObject({ devices: [{ state: 'connected' }] });
  expect(await isLent(shop)).toBe(false);
  expect(await shop.author.refusal('getPageInfo')).toMatch(/tab that was lent was closed/);
});

it('a tab that a lent one opens can be used too, and nothing else of the browser can', async () => {
  await using lent = await lentShop();
  const { shop, tab, chrome, url } = lent;
  const own = await chrome.tab(`${url}/own`);
  expect(await shop.author.client.call('getPageInfo', {}, z.unknown())).toMatchObject({ url: `${url}/` });
  await tab.getByRole('link', { name: 'More' }).click();
  const Tabs = z.looseObject({ tabs: z.array(z.looseObject({ url: z.string() })) });
  await expect
    .poll(async () => (await shop.author.client.call('getPageInfo', {}, Tabs)).tabs.map(each => each.url), eventually)
    .toEqual([`${url}/`, `${url}/more`]);
  await own.goto(`${url}/own?again`);
  const told = JSON.stringify(await shop.author.client.call('getPageInfo', {}, z.unknown()));
  expect(told).not.toContain('/own');
});

async function stopWorker(popup: Page, { context }: EverydayChrome): Promise<void> {
  const session = await context.newCDPSession(popup);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
}

it('a service worker that Chrome puts to sleep wakes by itself, and the run that it carried says why it ended', async () => {
  await using lent = await lentShop();
  const { shop, tab, popup, chrome } = lent;
  await shop.author.module('Shop');
  await shop.author.test('m1', 'Wait', { actions: [{ type: 'wait', until: 'time', value: '20000' }] });
  const { runId } = await shop.author.client.call(
    'runTest',
    { testId: 't1', context: 'live' },
    z.looseObject({ runId: z.string() }),
  );
  await stopWorker(popup, chrome);
  await expect.poll(() => stateOf(shop, runId), eventually).not.toBe('running');
  expect(await stateOf(shop, runId)).not.toBe('passed');
  await expect.poll(async () => (await appOf(shop)).open, eventually).toBe(false);
  const owner = await ownedBy(shop);
  await expect
    .poll(async () => (await owner.client.call('getExtension', {}, Extension)).devices[0]?.state, eventually)
    .toBe('connected');
  await popup.reload();
  await popup.getByText('Connected', { exact: true }).waitFor();
  await lend(popup);
  expect(await appOf(shop)).toMatchObject({ open: true, attachedBy: 'extension' });
  expect(await tab.getByRole('button').textContent()).toBe('Buy');
});

it('a lent tab that is on its way to Steploom itself is stopped and given back, and then goes there', async () => {
  await using lent = await lentShop();
  const { shop, tab, popup } = lent;
  await expect(tab.goto(shop.app.service.url)).rejects.toThrow('ERR_BLOCKED_BY_CLIENT');
  await expect.poll(async () => (await appOf(shop)).attachedBy, eventually).toBeUndefined();
  await tab.reload();
  expect(await tab.title()).toContain('Steploom');
  await popup.getByRole('button', { name: 'Lend this tab' }).click();
  await popup.getByRole('alert').getByText('a page of Steploom itself').waitFor();
  expect((await appOf(shop)).attachedBy).toBeUndefined();
});

it('a tab whose page crashes is given back, and whoever goes on is told why', async () => {
  await using lent = await lentShop();
  const { shop, tab, popup } = lent;
  await tab.goto('chrome://crash').catch(() => {});
  await expect.poll(() => isLent(shop), eventually).toBe(false);
  expect(await shop.author.refusal('getPageInfo')).toMatch(/crashed/);
  await popup.getByRole('button', { name: 'Lend this tab' }).waitFor();
});

it('two projects have a tab each, and a tab goes from one to the other', async () => {
  await using lent = await lentShop();
  const { shop, popup, chrome, tab, url } = lent;
  const owner = await ownedBy(shop);
  await owner.do('createProject', { name: 'Other', newProjectId: 'other' });
  const popup2 = await chrome.popupFor(await chrome.tab(`${url}/more`));
  await popup2.getByText('Pair another project').click();
  await pair(popup2, await codeOf(shop, 'other'));
  await popup2.getByLabel('Project').selectOption({ label: 'Other' });
  await popup2.getByRole('button', { name: 'Lend this tab' }).click();
  await popup2.getByText('This tab is the app window of Other').waitFor();
  const urlOf = async (projectId: string) =>
    (await owner.client.call('getPageInfo', { projectId }, z.looseObject({ url: z.string() }))).url;
  expect([await urlOf('shop'), await urlOf('other')]).toEqual([`${url}/`, `${url}/more`]);
  await popup.getByRole('button', { name: 'Take back' }).click();
  await popup.getByRole('button', { name: 'Lend this tab' }).waitFor();
  await popup.getByLabel('Project').selectOption({ label: 'Other' });
  await popup.getByRole('button', { name: 'Lend this tab' }).click();
  await popup.getByText('This tab is the app window of Other').waitFor();
  await popup2.getByRole('button', { name: 'Lend this tab' }).waitFor();
  expect(await urlOf('other')).toBe(`${url}/`);
  expect(await tab.getByRole('button').textContent()).toBe('Buy');
  await owner.do('unpairExtension', { projectId: 'other' });
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
    await pair(popup, (await (await ownerOf(workspace.path)).client.call('pairExtension', {}, Code)).code);
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
  await popup.getByText('Not paired').waitFor();
  const alert = popup.getByRole('alert');
  expect(await alert.isVisible()).toBe(false);
  for (const code of [used, used.replace(/[^/]+$/, 'ABCD-2345')]) {
    await pair(popup, code);
    await alert.getByText(/^The code is wrong, was used already, or is too old/).waitFor();
    expect(await popup.getByLabel('Pairing code').inputValue()).toBe(code);
  }
  await pair(popup, '127.0.0.1:9/ABCD-2345');
  await alert.getByText(/does not answer at http:\/\/127\.0\.0\.1:9/).waitFor();
  for (const text of ['ABCD-2345', 'not a code', 'file:///etc/passwd']) {
    await pair(popup, text);
    await alert.getByText(/^That is no pairing code/).waitFor();
  }
  const owner = await ownedBy(shop);
  expect(await owner.client.call('getExtension', {}, Extension)).toMatchObject({ devices: [] });
});

it('a pairing that is revoked in the middle of a run ends it, gives the tab back and leaves the browser out', async () => {
  await using lent = await lentShop();
  const { shop, popup } = lent;
  await shop.author.module('Shop');
  await shop.author.test('m1', 'Wait', { actions: [{ type: 'wait', until: 'time', value: '20000' }] });
  const { runId } = await shop.author.client.call(
    'runTest',
    { testId: 't1', context: 'live' },
    z.looseObject({ runId: z.string() }),
  );
  await (await ownedBy(shop)).do('unpairExtension');
  await popup.getByText('no longer paired with this browser').waitFor();
  await expect.poll(() => stateOf(shop, runId), eventually).not.toBe('running');
  expect(await stateOf(shop, runId)).not.toBe('passed');
  await expect.poll(async () => (await appOf(shop)).open, eventually).toBe(false);
  await popup.reload();
  await popup.getByText('Not paired').waitFor();
});

it('a page that has a thousand things to tell each second is acted on, pictured and taken back like any other', async () => {
  await using lent = await lentShop();
  const { shop, tab, popup } = lent;
  await tab.evaluate("setInterval(() => { for (let i = 0; i < 10; i++) console.log('so', i) }, 10)");
  await shop.author.perform({ type: 'click', locator: "getByRole('button', { name: 'Buy' })", timeoutMs: 20_000 });
  expect(await tab.getByRole('button').textContent()).toBe('Bought');
  await shop.author.do('getScreenshot', { as: 'file' });
  await popup.getByRole('button', { name: 'Take back' }).click();
  await expect.poll(() => isLent(shop), eventually).toBe(false);
});
