// @module-tag full
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { chromium } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readBrowserEndpoint } from '../../../model/protocol/browser-endpoint.ts';
import { debuggedBrowser, type ForeignBrowser } from '../../support/foreign-browsers.ts';
import { servePages } from '../../support/serve-pages.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const FORM = `<!doctype html><title>Sign up</title>
<div class="css-1x2y3z"><form onsubmit="event.preventDefault(); done.textContent = 'Welcome ' + user.value">
<label class="sc-bdVaJa">User name <input id="user" class="jss42"></label>
<label>Password <input id=":r1:" type="password" class="css-9z8y7x"></label>
<label>Country <select><option>Austria</option><option>Norway</option></select></label>
<label><input type="checkbox"> I agree</label>
<button class="Button_root__3xYz1">Sign up</button></form>
<p id="done" role="status"></p><shop-basket></shop-basket><iframe title="Help" src="/help"></iframe></div>
<script>customElements.define('shop-basket', class extends HTMLElement {
  connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<button class="css-44aa55">Open basket</button>'; }
});</script>`;
const HELP = '<!doctype html><title>Help</title><button class="css-77bb88">Show help</button>';

const Action = z.looseObject({
  type: z.string(),
  locator: z.string().optional(),
  fallbacks: z.array(z.string()).optional(),
});
const Recorded = z.looseObject({ actions: z.array(Action) });
const Run = z.looseObject({ state: z.string() });
const PASSWORD = 'correct-horse-battery';

async function textsBelow(folder: string): Promise<[string, string][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
  return Promise.all(files.map(async (file): Promise<[string, string]> => [file, await readFile(file, 'latin1')]));
}

describe('a recording in a browser that somebody else started', () => {
  let browser: ForeignBrowser;
  let pages: Awaited<ReturnType<typeof servePages>>;
  let shop: Shop;

  beforeAll(async () => {
    [browser, pages] = await Promise.all([debuggedBrowser(), servePages({ '/': FORM, '/help': HELP })]);
    shop = await openShop({ appUrl: pages.url, attachTo: readBrowserEndpoint(browser.endpoint, '--connect') });
    await shop.author.module('Shop');
    await shop.author.test('m1', 'Sign up', { actions: [] });
  });
  afterAll(async () => {
    for (const part of [shop, browser, pages]) await part[Symbol.asyncDispose]();
  });

  it('what a second client clicks and types there becomes a test that passes, with its password among the secrets alone', async () => {
    await shop.author.do('startRecording', { moduleId: 'm1', testId: 't1', url: '/' });
    const other = await chromium.connectOverCDP(browser.endpoint);
    const all = other.contexts().flatMap(context => context.pages());
    const page = all.find(each => each.url().startsWith(pages.url));
    if (page === undefined) throw new Error(`There is no page of the app: ${all.map(each => each.url())}.`);
    await page.getByLabel('User name').click();
    await page.keyboard.type('ada');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByLabel('Country').selectOption('Norway');
    await page.getByLabel('I agree').check();
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByRole('button', { name: 'Open basket' }).click();
    await page.frameLocator('iframe').getByRole('button', { name: 'Show help' }).click();
    await other.close();
    const { actions } = await shop.author.client.call('stopRecording', {}, Recorded);
    expect(actions.map(({ type }) => type)).toEqual([
      ...['visit', 'fill', 'fill', 'select', 'check', 'click', 'click', 'click'],
    ]);
    expect(actions[2]).toMatchObject({ value: '{{secret.password}}' });
    expect(JSON.stringify(actions)).not.toMatch(/css-|sc-bd|jss42|__3x|:r1:/);
    const holding = (await textsBelow(shop.app.folder)).filter(([, text]) => text.includes(PASSWORD));
    expect(holding.map(([file]) => basename(file).split('.')[0])).toContain('secrets');
    expect(holding.filter(([file]) => !basename(file).startsWith('secrets.json'))).toEqual([]);
    const run = await shop.author.client.call('runTest', { testId: 't1', wait: 25 }, Run);
    expect(run.state).toBe('passed');
  });
});
