// @module-tag full
import { chromium, type Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readBrowserEndpoint } from '../../../model/protocol/browser-endpoint.ts';
import { debuggedBrowser, type ForeignBrowser } from '../../support/foreign-browsers.ts';
import { servePages } from '../../support/serve-pages.ts';
import { openShop, type Shop } from '../../support/shop.ts';

/** As the frameworks' own examples build it: things in a list, whose buttons are there while the mouse is on them. */
const LIST = `<!doctype html><title>Things to do</title>
<style>li { width: 300px; padding: 8px } .css-x1 .css-x2 { display: none } .css-x1:hover .css-x2 { display: inline }
.css-x2::after { content: '×' }</style>
<h1>Things to do</h1><ul id="list"></ul><nav><div id="menu">Menu</div></nav><p role="status"></p>
<script>
const list = document.getElementById('list');
for (const text of ['Buy milk', 'Call Bob']) {
  const item = document.createElement('li');
  item.innerHTML = '<div class="css-x1"><input type="checkbox"><label>' + text + '</label><button class="css-x2"></button></div>';
  const [box, label, button] = item.firstChild.children;
  box.onchange = () => { label.style.textDecoration = box.checked ? 'line-through' : ''; };
  button.onclick = () => item.remove();
  label.ondblclick = () => { item.innerHTML = '<input>'; item.firstChild.onkeydown = event => {
    if (event.key === 'Enter') item.textContent = event.target.value; }; };
  list.append(item);
}
const menu = document.getElementById('menu');
menu.onmouseenter = () => setTimeout(() => {
  if (menu.children.length === 0) menu.insertAdjacentHTML('beforeend', '<div role="menu"><button role="menuitem">Print</button></div>');
  menu.querySelector('button').onclick = () => { document.querySelector('[role=status]').textContent = 'Printed'; };
}, 100);
menu.onmouseleave = () => menu.querySelector('[role=menu]')?.remove();
</script>`;

const Action = z.looseObject({ type: z.string(), locator: z.string().optional() });
const Recorded = z.looseObject({ actions: z.array(Action) });
const Run = z.looseObject({ state: z.string() });

describe('a recording of things in a list', () => {
  let browser: ForeignBrowser;
  let pages: Awaited<ReturnType<typeof servePages>>;
  let shop: Shop;
  let page: Page;
  const client = { close: async () => {} };

  beforeAll(async () => {
    [browser, pages] = await Promise.all([debuggedBrowser(), servePages({ '/': LIST })]);
    shop = await openShop({ appUrl: pages.url, attachTo: readBrowserEndpoint(browser.endpoint, '--connect') });
    await shop.author.module('Things');
  });
  afterAll(async () => {
    await client.close();
    for (const part of [shop, browser, pages]) await part[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    await client.close();
    await shop.author.test('m1', 'List', { actions: [] });
    const { tests } = await shop.author.client.call(
      'getTests',
      { moduleCode: 'm1' },
      z.looseObject({ tests: z.array(z.looseObject({ testCode: z.string() })) }),
    );
    testCode = tests.at(-1)?.testCode ?? '';
    await shop.author.do('startRecording', { moduleId: 'm1', testId: testCode, url: '/' });
    const other = await chromium.connectOverCDP(browser.endpoint);
    client.close = () => other.close();
    const found = other
      .contexts()
      .flatMap(context => context.pages())
      .find(each => each.url().startsWith(pages.url));
    if (found === undefined) throw new Error('There is no page of the app.');
    page = found;
  });
  let testCode = '';

  const stop = async () => {
    const { actions } = await shop.author.client.call('stopRecording', {}, Recorded);
    return actions.filter(({ type }) => type !== 'visit').map(({ type, locator }) => [type, locator]);
  };
  const run = async () => (await shop.author.client.call('runTest', { testId: testCode, wait: 25 }, Run)).state;
  const item = (text: string) => page.getByRole('listitem').filter({ hasText: text });

  it('finds a tick and a field by the thing in the list that they belong to', async () => {
    await item('Call Bob').getByRole('checkbox').click();
    await page.getByText('Buy milk').dblclick();
    await page.getByRole('textbox').click();
    await page.keyboard.type('Buy tea');
    await page.keyboard.press('Enter');
    expect(await stop()).toEqual([
      ['check', "getByRole('listitem').filter({ hasText: 'Call Bob' }).getByRole('checkbox')"],
      ['dblclick', "getByText('Buy milk', { exact: true })"],
      ['fill', "getByRole('listitem').getByRole('textbox')"],
      ['press', "getByRole('listitem').getByRole('textbox')"],
    ]);
    expect(await run()).toBe('passed');
  });

  it('goes over a thing first when only that shows its button, which it tells from the hidden ones of its like', async () => {
    await item('Call Bob').hover();
    await item('Call Bob').getByRole('button').click();
    expect(await stop()).toEqual([
      ['hover', "getByText('Call Bob', { exact: true })"],
      ['click', "getByRole('listitem').filter({ hasText: 'Call Bob' }).getByRole('button', { name: '×' })"],
    ]);
    const count = { type: 'assert', matcher: 'toHaveText', locator: "getByRole('list')", expected: 'Buy milk' };
    await shop.author.do('createAction', { testCode, ...count });
    expect(await run()).toBe('passed');
  });

  it('goes over what makes a menu appear before it clicks in the menu', async () => {
    await page.getByText('Menu', { exact: true }).hover();
    await page.getByRole('menuitem', { name: 'Print' }).click();
    expect(await stop()).toEqual([
      ['hover', "locator('#menu')"],
      ['click', "getByRole('menuitem', { name: 'Print' })"],
    ]);
    const shown = { type: 'assert', matcher: 'toHaveText', locator: "getByRole('status')", expected: 'Printed' };
    await shop.author.do('createAction', { testCode, ...shown });
    expect(await run()).toBe('passed');
  });
});
