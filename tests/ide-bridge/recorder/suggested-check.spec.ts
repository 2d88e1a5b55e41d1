import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { readBrowserEndpoint } from '../../../model/protocol/browser-endpoint.ts';
import { debuggedBrowser, type ForeignBrowser } from '../../support/foreign-browsers.ts';
import { servePages } from '../../support/serve-pages.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const PAGE = `<!doctype html><title>Shop</title><h1>Shop</h1><p id="now"></p><ul><li>Old</li></ul>
<button onclick="said.textContent = 'Saved ' + 2">Save</button>
<button onclick="list.innerHTML += '<li>Milk</li>'">Add</button>
<button onclick="late.hidden = false">Show</button>
<button onclick="said.textContent = ''">Nothing</button>
<form action="/done"><button>Order</button></form>
<p id="said" role="status"></p><h2 id="late" hidden>Details</h2>
<x-note></x-note><button onclick="note.shadowRoot.innerHTML = '<p>Noted</p>'">Note</button>
<script>const [list] = document.getElementsByTagName('ul');
const note = document.querySelector('x-note');
note.attachShadow({ mode: 'open' });
setInterval(() => { now.textContent = 'Tick ' + performance.now(); }, 50);</script>`;
const DONE = '<!doctype html><title>Done</title><nav><a href="/">Shop</a></nav><h1>Thank you</h1><p>See you.</p>';

const Stopped = z.looseObject({ suggestion: z.looseObject({}).optional() });

describe('a recording that is stopped', () => {
  let browser: ForeignBrowser;
  let pages: Awaited<ReturnType<typeof servePages>>;
  let shop: Shop;
  let other: Browser;

  beforeAll(async () => {
    [browser, pages] = await Promise.all([debuggedBrowser(), servePages({ '/': PAGE, '/done': DONE })]);
    shop = await openShop({ appUrl: pages.url, attachTo: readBrowserEndpoint(browser.endpoint, '--connect') });
    other = await chromium.connectOverCDP(browser.endpoint);
    await shop.author.module('Shop');
    await shop.author.test('m1', 'Checks', { actions: [] });
  });
  afterAll(async () => {
    await other.close();
    for (const part of [shop, browser, pages]) await part[Symbol.asyncDispose]();
  });

  const pageOfApp = (): Promise<Page> =>
    vi.waitFor(() => {
      const all = other.contexts().flatMap(context => context.pages());
      const found = all.find(each => each.url() === `${pages.url}/`);
      if (found === undefined) throw new Error('There is no page of the app.');
      return found;
    });

  const statusShows = { matcher: 'toHaveText', locator: "getByRole('status')", expected: 'Saved 2' };
  const isVisible = (locator: string) => ({ matcher: 'toBeVisible', locator });
  it.each([
    ['what a message says now', 'Save', statusShows],
    ['what has been added to a list', 'Add', isVisible("getByRole('listitem').filter({ hasText: 'Milk' })")],
    ['what a component draws in a root of its own', 'Note', isVisible("getByText('Noted', { exact: true })")],
    ['what has come into sight', 'Show', isVisible("getByRole('heading', { name: 'Details' })")],
    ['what heads the page that came', 'Order', isVisible("getByRole('heading', { name: 'Thank you' })")],
    ['nothing where nothing lasting came', 'Nothing', undefined],
  ])('suggests a check of %s, and keeps it out of the test', async (_what, name, check) => {
    await shop.author.do('startRecording', { moduleId: 'm1', testId: 't1', url: '/' });
    const page = await pageOfApp();
    await page.getByRole('button', { name }).click();
    if (name === 'Order') await page.waitForURL(/done/);
    const { suggestion } = await shop.author.client.call('stopRecording', {}, Stopped);
    expect(suggestion).toEqual(check && { type: 'assert', ...check });
    const Actions = z.looseObject({ actions: z.array(z.looseObject({ type: z.string() })) });
    const { actions } = await shop.author.client.call('getActions', { testCode: 't1' }, Actions);
    expect(actions.map(({ type }) => type)).not.toContain('assert');
  });
});
