// @module-tag full
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readBrowserEndpoint } from '../../../model/protocol/browser-endpoint.ts';
import { debuggedBrowser, type ForeignBrowser } from '../../support/foreign-browsers.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const POLICY = "default-src 'self'; script-src 'self' 'nonce-x'; require-trusted-types-for 'script'";
const PAGE = `<!doctype html><title>Shop</title>
<script nonce="x">
  EventTarget.prototype.addEventListener = () => {}; JSON.stringify = () => 'no'; Array.prototype.map = () => [];
  Element.prototype.closest = () => null; WeakMap.prototype.get = () => 1; window.forged = [];
  setTimeout(() => { for (const name of Object.getOwnPropertyNames(window))
    if (/^s[0-9a-f]{32}$/.test(name)) window.forged.push(name); }, 100);
</script>
<button onclick="location.href = '/next'">Leave</button><a href="/next">Next page</a>
<label>Note <input name="note"></label><div role="textbox" aria-label="Letter" contenteditable></div>
<label>Day <input type="date"></label><label>Loud <input type="range" min="0" max="10"></label>
<canvas width="200" height="100"></canvas><label>Photo <input type="file"></label>
<ul><li>Bolt <button>Buy</button></li><li>Nut <button>Buy</button></li></ul>`;

const Recorded = z.looseObject({
  actions: z.array(z.looseObject({ type: z.string(), locator: z.string().optional() })),
});

describe('a recording on a page that makes it hard', () => {
  let browser: ForeignBrowser;
  let shop: Shop;
  let page: Page;
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    if (request.url === '/strict') response.setHeader('content-security-policy', POLICY);
    response.end(request.url === '/next' ? '<title>Next</title><h1>Next</h1><a href="/">Back home</a>' : PAGE);
  });
  const client = { close: async () => {} };

  beforeAll(async () => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const address: AddressInfo | string | null = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    browser = await debuggedBrowser();
    shop = await openShop({ appUrl: url, attachTo: readBrowserEndpoint(browser.endpoint, '--connect') });
    await shop.author.module('Shop');
    await shop.author.test('m1', 'Awkward', { actions: [{ type: 'visit', url: '/' }] });
    await shop.author.do('navigateUrl', { url: '/' });
    const other = await chromium.connectOverCDP(browser.endpoint);
    client.close = () => other.close();
    const found = other
      .contexts()
      .flatMap(context => context.pages())
      .find(each => each.url().startsWith(url));
    if (found === undefined) throw new Error('There is no page of the app.');
    page = found;
  });
  afterAll(async () => {
    await client.close();
    await shop[Symbol.asyncDispose]();
    await browser[Symbol.asyncDispose]();
    server.close();
    server.closeAllConnections();
  });
  beforeEach(async () => {
    await shop.author.do('navigateUrl', { url: '/strict' });
    await shop.author.do('startRecording', { testId: 't1' });
  });

  const stop = async () => (await shop.author.client.call('stopRecording', {}, Recorded)).actions;
  const types = async () => (await stop()).map(({ type }) => type);

  it('a policy, trusted types and built-ins of the page keep nothing from being recorded, and the page sees nothing of it', async () => {
    await page.getByLabel('Note').fill('hello');
    await page.waitForTimeout(200);
    expect(await page.evaluate('window.forged')).toEqual([]);
    expect((await stop()).map(({ type, value }) => [type, value])).toEqual([['fill', 'hello']]);
  });

  it('events that scripts of the page make up are left out', async () => {
    await page.evaluate(() => {
      const code = `document.querySelector('a').dispatchEvent(new MouseEvent('click', { bubbles: true }))`;
      return [code].length;
    });
    await page.locator('input[name=note]').dispatchEvent('input');
    await page.locator('a').dispatchEvent('click');
    // Where the page goes by that is told, if it is there in time, as wherever a page goes by itself.
    expect((await types()).filter(type => type !== 'visit')).toEqual([]);
  });

  it('a click that navigates at once keeps its locators, and where it leads is no row', async () => {
    await page.getByRole('link', { name: 'Next page' }).click();
    await page.getByRole('link', { name: 'Back home' }).click();
    expect((await stop()).map(({ type, locator }) => [type, locator])).toEqual([
      ['click', "getByRole('link', { name: 'Next page' })"],
      ['click', "getByRole('link', { name: 'Back home' })"],
    ]);
  });

  it('typing that a navigation cuts off is kept as far as it went', async () => {
    await page.getByLabel('Note').pressSequentially('hel');
    await page.goto(page.url().replace('/strict', '/next'));
    const [typed] = await stop();
    expect(typed).toMatchObject({ type: 'fill', value: 'hel' });
  });

  it('what is not told apart by its name is found by the row that it is in', async () => {
    await page.getByRole('listitem').filter({ hasText: 'Nut' }).getByRole('button').click();
    const [click] = await stop();
    expect(click?.locator).toBe(
      "getByRole('listitem').filter({ hasText: 'Nut' }).getByRole('button', { name: 'Buy' })",
    );
  });

  it('letters, days, places on a drawing and files become actions of their kinds', async () => {
    await page.getByLabel('Letter').pressSequentially('Dear Ada');
    await page.getByLabel('Day').fill('2026-12-31');
    await page.locator('canvas').click({ position: { x: 20, y: 30 } });
    await page
      .getByLabel('Photo')
      .setInputFiles({ name: 'cat.txt', mimeType: 'text/plain', buffer: Buffer.from('cat') });
    await page.waitForTimeout(300);
    expect(await stop()).toMatchObject([
      { type: 'fill', value: 'Dear Ada' },
      { type: 'fill', value: '2026-12-31' },
      { type: 'click', position: { x: expect.closeTo(20, -1), y: expect.closeTo(30, -1) } },
      { type: 'upload', files: ['recorded/t1/cat.txt'] },
    ]);
    const { files } = await shop.author.client.call(
      'getFiles',
      {},
      z.looseObject({ files: z.array(z.looseObject({ path: z.string() })) }),
    );
    expect(files.map(({ path }) => path)).toContain('recorded/t1/cat.txt');
  });

  it('a hundred letters typed at once are one row, and composed text is what it came to', async () => {
    await page.getByLabel('Note').pressSequentially('x'.repeat(100));
    const session = await page.context().newCDPSession(page);
    await session.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
    await session.send('Input.insertText', { text: '日本' });
    expect((await stop()).map(({ value }) => value)).toEqual([`${'x'.repeat(100)}日本`]);
  });

  it('what tools do in the window is not recorded, and recording twice is refused', async () => {
    await shop.author.perform({ type: 'fill', locator: 'input[name=note]', value: 'tool' });
    expect(await shop.author.refusal('startRecording', { testId: 't1' })).toMatch(/^busy: .*is recording into t1/);
    expect(await types()).toEqual([]);
  });

  it('what a person does right after a tool is recorded', async () => {
    const fill = { type: 'fill', locator: 'input[name=note]', value: 'tool' };
    await shop.author.perform(fill);
    await page.waitForTimeout(60);
    await page.getByRole('listitem').filter({ hasText: 'Bolt' }).getByRole('button').click();
    expect(await types()).toEqual(['click']);
  });
});
