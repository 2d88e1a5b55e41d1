// @module-tag full
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { openIde } from '../ide/open-page.ts';
import { readPng } from '../support/png-pixels.ts';
import { servePages } from '../support/serve-pages.ts';
import { appOf, lentShop } from './lent-shop.ts';

const Run = z.looseObject({ state: z.string(), reason: z.string().optional() });

it('the popup does nothing that the rules of an extension forbid', async () => {
  await using lent = await lentShop();
  const { popup } = lent;
  const told: string[] = [];
  popup.on('console', message => told.push(message.text()));
  await popup.addInitScript(
    "addEventListener('securitypolicyviolation', event => console.error(event.violatedDirective))",
  );
  await popup.reload();
  await popup.getByRole('button', { name: 'Record' }).waitFor();
  expect(told).toEqual([]);
});

it('a tab of an everyday Chrome is paired, lent, and runs a test as it stands', async () => {
  await using lent = await lentShop();
  const { shop, tab, url } = lent;
  expect(await appOf(shop)).toMatchObject({ open: true, attachedBy: 'extension', url: `${url}/` });
  await shop.author.module('Shop');
  await shop.author.test('m1', 'Buy', {
    actions: [
      { type: 'visit', url: '/' },
      { type: 'click', locator: "getByRole('button', { name: 'Buy' })" },
    ],
  });
  const run = await shop.author.client.call('runTest', { testId: 't1', context: 'live', wait: 25 }, Run);
  expect(run).toMatchObject({ state: 'passed' });
  expect(await tab.getByRole('button').textContent()).toBe('Bought');
  for (const [tool, args] of [
    ['runTest', { testId: 't1' }],
    ['runTest', { testId: 't1', context: 'fresh' }],
    ['runTests', { tests: ['t1'] }],
  ] as const)
    expect(await shop.author.refusal(tool, args)).toMatch(
      /^invalid-project: .* no fresh context: run a test in the live one/,
    );
});

it('the page runs a test in the lent tab, and says which tab it is', async () => {
  await using lent = await lentShop();
  const { shop, tab } = lent;
  await shop.author.module('Shop');
  await shop.author.test('m1', 'Buy', {
    actions: [{ type: 'click', locator: "getByRole('button', { name: 'Buy' })" }],
  });
  await using opened = await openIde(shop.app, '/p/shop/main/modules/m1/t1');
  const { page } = opened;
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect.poll(() => tab.getByRole('button').textContent(), { timeout: 20_000 }).toBe('Bought');
  await page.goto(page.url().replace(/modules.*$/, 'settings/extension'));
  await page.getByText('The app window is the tab Shop').waitFor();
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByText(/No tab is lent/).waitFor();
  expect(await appOf(shop)).not.toMatchObject({ attachedBy: 'extension' });
});

it('beside a lent tab others have windows of their own, and the page lists it among them', async () => {
  await using lent = await lentShop();
  const { shop, tab, url } = lent;
  const agent = await shop.colleague();
  await agent.do('openIDE', { window: 'own' });
  await agent.do('navigateUrl', { url: `${url}/more` });
  await using opened = await openIde(shop.app, '/p/shop/main/modules');
  const windows = opened.page.getByRole('list', { name: 'App windows' });
  await windows.getByRole('button', { name: /^Lent tab/ }).waitFor();
  await windows.getByRole('button', { name: /write 2.*more/ }).waitFor();
  await agent.perform({ type: 'click', locator: "getByRole('button', { name: 'Order more' })" });
  await shop.author.perform({ type: 'click', locator: "getByRole('button', { name: 'Buy' })" });
  expect(await tab.getByRole('button').textContent()).toBe('Bought');
  expect(await appOf(shop)).toMatchObject({ attachedBy: 'extension', url: `${url}/` });
  await agent.do('closeIDE');
  expect(await appOf(shop)).toMatchObject({ attachedBy: 'extension', url: `${url}/` });
});

it('a second person in a test in a lent tab has a browser beside it', async () => {
  await using lent = await lentShop();
  const { shop, tab } = lent;
  await shop.author.module('Shop');
  const buy = { type: 'click', locator: "getByRole('button', { name: 'Buy' })" };
  const bought = { type: 'assert', matcher: 'toBeVisible', locator: "getByRole('button', { name: 'Bought' })" };
  await shop.author.test('m1', 'Buy together', {
    actors: [{ name: 'Ann' }, { name: 'Ben' }],
    actions: [
      buy,
      { type: 'visit', url: '/', actor: 'Ben' },
      { ...buy, actor: 'Ben' },
      { ...bought, actor: 'Ben' },
      bought,
    ],
  });
  const run = await shop.author.client.call('runTest', { testId: 't1', context: 'live', wait: 25 }, Run);
  expect(run).toMatchObject({ state: 'passed' });
  expect(await tab.getByRole('button').textContent()).toBe('Bought');
});

it('in a lent tab there are dialogs, uploads, console and network, and no other tab of the browser', async () => {
  await using lent = await lentShop();
  const { shop, tab, chrome } = lent;
  await using pages = await servePages({
    '/': `<!doctype html><title>Tools</title>
      <input type="file" onchange="this.files[0].text().then(text => document.title = this.files[0].name + ': ' + text)">
      <button onclick="document.querySelector('input').click()">Choose</button>
      <button onclick="this.textContent = confirm('Sure?') ? 'yes' : 'no'">Ask</button>
      <script>console.log('from the page'); fetch('/none')</script>`,
    '/own': '<!doctype html><title>My bank</title>',
  });
  await chrome.tab(`${pages.url}/own`);
  const told = async (tool: string, args: object = {}) =>
    JSON.stringify(await shop.author.client.call(tool, args, z.unknown()));
  await told('navigateUrl', { url: pages.url });
  expect(await told('getConsoleLog')).toContain('from the page');
  expect(await told('getNetworkLog')).toContain('/none');
  await shop.author.module('Tools');
  await mkdir(join(shop.app.folder, 'files'), { recursive: true });
  await writeFile(join(shop.app.folder, 'files/letter.txt'), 'Dear');
  await shop.author.test('m1', 'All', {
    actions: [
      { type: 'dialog', accept: true },
      { type: 'click', locator: "getByRole('button', { name: 'Ask' })" },
      { type: 'upload', locator: "locator('input')", files: ['letter.txt'] },
    ],
  });
  const run = await shop.author.client.call('runTest', { testId: 't1', context: 'live', wait: 25 }, Run);
  expect(run).toMatchObject({ state: 'passed' });
  expect(await tab.title()).toBe('letter.txt: Dear');
  for (const tool of ['getPageInfo', 'getIDEState', 'getPageSnapshot', 'getNetworkLog', 'getExtension'])
    expect(await told(tool).catch(String)).not.toMatch(/My bank|\/own/);
});

it('a lent tab gets files as bytes, also by a file chooser, and what is too much for that is refused in words', async () => {
  await using lent = await lentShop();
  const { shop, tab } = lent;
  await using pages = await servePages({
    '/': `<!doctype html><title>Files</title><input type="file" multiple hidden onchange="document.title =
      [...this.files].map(file => [file.name, file.type, file.size].join(' ')).join(', ')">
      <button onclick="document.querySelector('input').click()">Choose</button>`,
  });
  await shop.author.do('navigateUrl', { url: pages.url });
  await mkdir(join(shop.app.folder, 'files/letters'), { recursive: true });
  await writeFile(join(shop.app.folder, 'files/letter.txt'), 'Dear');
  await writeFile(join(shop.app.folder, 'files/cat.png'), 'not really');
  await writeFile(join(shop.app.folder, 'files/large.bin'), Buffer.alloc(50 * 1024 * 1024));
  await shop.author.module('Files');
  const upload = async (testId: string, files: readonly string[]) => {
    const actions = [{ type: 'upload', locator: "getByRole('button', { name: 'Choose' })", files }];
    await shop.author.test('m1', testId, { actions });
    return await shop.author.client.call('runTest', { testId, context: 'live', wait: 25 }, Run);
  };
  expect(await upload('t1', ['letter.txt', 'cat.png'])).toMatchObject({ state: 'passed' });
  expect(await tab.title()).toBe('letter.txt text/plain 4, cat.png image/png 10');
  const refused = await upload('t2', ['large.bin']);
  expect(refused.state).toBe('error');
  expect(JSON.stringify(refused)).toContain('A lent tab takes less than 50 MB at once');
});

it.each([
  ['that is allowed', { allowed: ['downloads'] }, 'passed'],
  ['that is not allowed yet', {}, 'failed'],
])('a file that a lent tab saves, %s', async (_when, options, expected) => {
  await using lent = await lentShop(options);
  const { shop, popup } = lent;
  await popup.reload();
  const allow = popup.getByRole('button', { name: 'Allow downloads' });
  await popup.getByRole('button', { name: 'Record' }).waitFor();
  await expect.poll(() => allow.count()).toBe(expected === 'passed' ? 0 : 1);
  await shop.author.module('Shop');
  await shop.author.test('m1', 'Receipt', {
    actions: [
      { type: 'download', name: 'receipt.txt', into: 'receipt' },
      { type: 'click', locator: "getByRole('link', { name: 'Receipt' })", timeoutMs: 6_000 },
    ],
  });
  const run = await shop.author.client.call('runTest', { testId: 't1', context: 'live', wait: 25 }, Run);
  expect(run.state).toBe(expected);
  if (expected === 'failed') expect(JSON.stringify(run)).toContain('Allow downloads');
});

it('a picture of a lent tab covers what that shows of a typed password, also in a closed shadow root', async () => {
  await using lent = await lentShop();
  const { shop, tab } = lent;
  await tab.evaluate(`document.body.innerHTML = '<input type="password" aria-label="Password"><p></p>';
    document.body.style = 'margin: 0'; const place = document.querySelector('p');
    place.style = 'position: absolute; left: 0; top: 100px; width: 200px; height: 40px; margin: 0; font: 30px monospace';
    const root = place.attachShadow({ mode: 'closed' });
    document.querySelector('input').oninput = ({ target }) => root.replaceChildren(target.value)`);
  const fill = { type: 'fill', locator: "getByLabel('Password')", value: 'hunter22' };
  await shop.author.perform(fill);
  const args = { format: 'png', maxWidth: 4_096 };
  const { base64 } = await shop.author.client.call('getScreenshot', args, z.object({ base64: z.string() }));
  const { at } = await readPng(Buffer.from(base64, 'base64'));
  const dark = Array.from({ length: 40 * 200 }, (_, index) => at(index % 200, 100 + Math.floor(index / 200)));
  expect(dark.some(colours => colours.every(colour => colour < 60))).toBe(false);
  expect(dark.some(colours => colours.every(colour => colour === 128))).toBe(true);
});
