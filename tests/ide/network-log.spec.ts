import type { Page } from 'playwright';
import { afterAll, expect, test } from 'vitest';
import { servePages } from '../ide-bridge/browser/app-fixture.ts';
import { expectAccessibleInThemes, showIde } from './open-page.ts';
import { eventually, rowsOf, useApp } from './shared-app.ts';

const served = await servePages({
  '/': `<title>Orders</title><link rel="icon" href="data:,"><button onclick="fetch('/api/orders?page=1');
    fetch('/api/picture')">Load</button>`,
  '/next': '<title>Next</title><link rel="icon" href="data:,"><h1>Next</h1>',
  '/api/orders': (_request, response) =>
    void response.setHeader('content-type', 'application/json').end('{"total":2,"key":"spring-Rain-4711"}'),
  '/api/picture': (_request, response) =>
    void response.setHeader('content-type', 'image/png').end(Buffer.from([137, 80, 78, 71, 0])),
});
afterAll(() => served[Symbol.asyncDispose]());

const shop = useApp();

const LOAD = { type: 'click', locator: "getByRole('button', { name: 'Load' })" };

/** The app window shows the page, which has sent its requests; a test of two actions is open beside its network log. */
async function openLog() {
  const place = await shop.newTest([{ type: 'visit', url: served.origin }, LOAD]);
  const page = await showIde(shop.app, place.path);
  await shop.author.do('navigateUrl', { url: served.origin, role: 'none' });
  await shop.author.perform(LOAD);
  await page.getByRole('region', { name: 'Application' }).getByRole('button', { name: 'Network log' }).click();
  return { page, place };
}

const log = (page: Page) => page.getByRole('region', { name: 'Network log' });
const request = (page: Page, path: string) => log(page).getByRole('listitem').filter({ hasText: path });
const open = (page: Page, path: string) => request(page, path).getByRole('button', { name: path }).first().click();
const button = (page: Page, path: string, name: string) => request(page, path).getByRole('button', { name });

test('a request of the open window becomes a mock at the start and a check at the end of the open test', {
  tags: 'full',
}, async () => {
  await shop.author.environment('Keys', [{ name: 'KEY', kind: 'secret', value: 'spring-Rain-4711' }]);
  const { page, place } = await openLog();
  await open(page, '/api/orders');
  await request(page, '/api/orders').getByText('"total": 2').waitFor();
  await button(page, '/api/orders', 'Answer like this in this test').click();
  await page.getByText('Mock added as action 1').waitFor();
  await page.getByText(/Secrets are masked in files\/answers\/api-orders\.json/).waitFor();
  await button(page, '/api/orders', 'Check this request').click();
  await page.getByText('Check added as action 4').waitFor();
  const orders = { url: '**/api/orders\\?*', method: 'GET', status: '200' };
  expect(await shop.author.actions(place)).toMatchObject([
    { type: 'mock', ...orders, file: 'answers/api-orders.json' },
    { type: 'visit' },
    { type: 'click' },
    { type: 'expectRequest', ...orders },
  ]);
});

test('where a row is chosen, the mock goes in front of it and the check behind it', { tags: 'full' }, async () => {
  const { page, place } = await openLog();
  await open(page, '/api/orders');
  await rowsOf(page).nth(1).click();
  await button(page, '/api/orders', 'Answer like this in this test').click();
  await page.getByText('Mock added as action 2').waitFor();
  await button(page, '/api/orders', 'Check this request').click();
  await page.getByText('Check added as action 4').waitFor();
  const types = async () => (await shop.author.actions(place)).map(({ type }) => type);
  expect(await types()).toEqual(['visit', 'mock', 'click', 'expectRequest']);
});

test('a body that is no text or that the browser has let go of is not answered with, and the reason is said', {
  tags: 'full',
}, async () => {
  const { page } = await openLog();
  const refuses = async (path: string, reason: RegExp) => {
    await button(page, path, 'Answer like this in this test').hover();
    await page.getByRole('tooltip', { name: reason }).waitFor();
  };
  await open(page, '/api/picture');
  await refuses('/api/picture', /^Its body is no text/);
  await open(page, '/api/picture');
  await shop.author.perform({ type: 'visit', url: `${served.origin}/next` });
  await request(page, '/next').waitFor();
  await open(page, '/api/orders');
  await request(page, '/api/orders')
    .getByText(/^The body cannot be shown: /)
    .waitFor();
  await refuses('/api/orders', /^Its body cannot be had: the page that asked for it was left/);
  await expectAccessibleInThemes(page);
});

test('the network log is filtered, follows the window, and asks for a test where none is open', {
  tags: 'full',
}, async () => {
  const { page, place } = await openLog();
  await log(page).getByRole('textbox', { name: 'Search requests' }).fill('ORDERS');
  await expect.poll(() => log(page).getByRole('listitem').count(), eventually).toBe(1);
  await log(page).getByRole('textbox', { name: 'Search requests' }).fill('nothing');
  await log(page).getByRole('button', { name: 'Show all' }).click();
  await page.goto(new URL(`/p/shop/main/modules/${place.moduleCode}`, page.url()).href);
  await page.getByRole('region', { name: 'Application' }).getByRole('button', { name: 'Network log' }).click();
  await open(page, '/api/orders');
  await button(page, '/api/orders', 'Check this request').hover();
  await page.getByRole('tooltip', { name: /^Open the test that it is for/ }).waitFor();
  await button(page, '/api/orders', 'Check this request').press('Enter');
  expect(await shop.author.actions(place)).toHaveLength(2);
  await page.getByRole('region', { name: 'Application' }).getByRole('button', { name: 'Network log' }).click();
  await log(page).waitFor({ state: 'detached' });
});
