// @module-tag full
import { expect, it } from 'vitest';
import { z } from 'zod';
import { servePages } from '../support/serve-pages.ts';
import { lentShop } from './lent-shop.ts';

const Run = z.looseObject({ state: z.string() });

const WIDE = `<!doctype html><title>Wide</title>
  <style>body { height: 3000px } div { width: 60px; height: 60px }</style>
  <button ondblclick="this.textContent = 'twice'" oncontextmenu="this.textContent = 'right'">once</button>
  <input id="text"><input type="checkbox"><select><option>x<option>y</select>
  <div id="from" draggable="true" ondragstart="event.dataTransfer.setData('text/plain', 'hello')">drag</div>
  <div id="to" ondragover="event.preventDefault()" ondrop="this.textContent = event.dataTransfer.getData('text/plain')">
  </div><iframe></iframe><a href="/two">two</a><p style="margin-top: 2000px">far</p>`;

const inFrame = "locator('iframe').contentFrame().getByRole('button')";

/** What Playwright does for each is what the extension has to allow. */
const actionsAt = (url: string, otherSite: string) => [
  { type: 'visit', url },
  { type: 'script', code: `document.querySelector('iframe').src = '${otherSite}/in'` },
  { type: 'hover', locator: "getByText('drag')" },
  { type: 'dblclick', locator: "getByRole('button', { name: 'once' })" },
  { type: 'rightClick', locator: "getByRole('button', { name: 'twice' })" },
  { type: 'fill', locator: "locator('#text')", value: 'abc' },
  { type: 'press', locator: "locator('#text')", key: 'ControlOrMeta+A' },
  { type: 'press', key: 'Delete' },
  { type: 'press', key: 'x' },
  { type: 'assert', matcher: 'toHaveValue', locator: "locator('#text')", expected: 'x' },
  { type: 'select', locator: "locator('select')", values: ['y'] },
  { type: 'check', locator: "locator('input[type=checkbox]')" },
  { type: 'uncheck', locator: "locator('input[type=checkbox]')" },
  { type: 'drag', locator: "locator('#from')", target: "locator('#to')" },
  { type: 'assert', matcher: 'toHaveText', locator: "locator('#to')", expected: 'hello' },
  { type: 'scroll', locator: "getByText('far')" },
  { type: 'scroll', y: -500 },
  { type: 'click', locator: inFrame },
  { type: 'assert', matcher: 'toHaveText', locator: inFrame, expected: 'clicked' },
  { type: 'assert', matcher: 'toHaveAccessibleName', locator: "getByRole('link')", expected: 'two' },
  { type: 'extract', from: 'script', code: '1 + 1', into: 'two' },
  { type: 'request', method: 'GET', url: `${url}/two`, expectStatus: 200 },
  { type: 'screenshot', name: 'whole', fullPage: true },
  { type: 'screenshot', name: 'part', locator: "locator('#to')" },
  { type: 'wait', until: 'idle' },
  { type: 'click', locator: "getByRole('link', { name: 'two' })" },
  { type: 'goBack' },
  { type: 'goForward' },
  { type: 'reload' },
  { type: 'click', locator: "getByRole('link', { name: 'new' })" },
  { type: 'assert', matcher: 'toHaveURL', expected: `${url}/in` },
  { type: 'closeTab' },
  { type: 'newTab', url: `${url}/two` },
  { type: 'closeTab' },
];

it('tests do in a lent tab whatever tests do: with elements, frames of other sites, pages and tabs', async () => {
  await using lent = await lentShop();
  const { author } = lent.shop;
  await using pages = await servePages({
    '/': WIDE,
    '/in': `<!doctype html><button onclick="this.textContent = 'clicked'">Inner</button>`,
    '/two': '<!doctype html><title>Two</title><a href="/in" target="_blank">new</a>',
  });
  await author.module('Wide');
  await author.test('m1', 'Wide', { actions: actionsAt(pages.url, pages.url.replace('127.0.0.1', 'localhost')) });
  const run = await author.client.call('runTest', { testId: 't1', context: 'live', wait: 25 }, Run);
  expect(run).toMatchObject({ state: 'passed' });
  const requests = z.looseObject({ requests: z.array(z.looseObject({ url: z.string() })) });
  expect((await author.client.call('getNetworkLog', {}, requests)).requests.length).toBeGreaterThan(2);
});
