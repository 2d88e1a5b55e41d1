import { afterAll, beforeAll, expect, test } from 'vitest';
import { imported } from '../../support/imported-tests.ts';
import { openShop, type Shop } from '../../support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ withIde: false });
});
afterAll(() => shop[Symbol.asyncDispose]());

async function actionsOf(code: string) {
  const text = `import { test } from '@playwright/test';
    test('mocks', async ({ page, context }) => {${code}});`;
  const [made] = await imported(shop.author, 'playwright-codegen', text);
  return made?.actions;
}

test('routes of Playwright code become mocks', async () => {
  const actions = await actionsOf(`
    await page.route('**/api/orders', route => route.fulfill({ status: 500, json: { problem: 'none' } }));
    await context.route(/\\.(png|jpg)$/, route => route.abort(), { times: 2 });
    await page.route('**/slow', async route => {
      await new Promise(resolve => setTimeout(resolve, 500));
      await route.continue();
    });
    await page.context().route('/users', async (route, request) => {
      if (request.method() !== 'POST') return route.fallback();
      await route.fulfill({ status: 201, contentType: 'text/csv', body: 'a,b', headers: { 'X-Count': '1' } });
    });
    await page.route('**/list', async route => {
      if (route.request().method() === 'GET') {
        await route.fulfill({ path: 'fixtures/list.json' });
        return;
      }
      await route.continue();
    });
    await page.unroute('**/slow');
    await page.unrouteAll();`);
  expect(actions).toMatchObject([
    { type: 'mock', url: '**/api/orders', status: '500', body: '{"problem":"none"}' },
    { type: 'mock', url: '/\\.(png|jpg)$/', abort: 'failed', times: '2' },
    { type: 'mock', url: '**/slow', delayMs: 500 },
    {
      ...{ type: 'mock', url: '/users', method: 'POST', status: '201', body: 'a,b' },
      headers: { 'X-Count': '1', 'Content-Type': 'text/csv' },
    },
    { type: 'mock', url: '**/list', method: 'GET', file: 'list.json' },
    { type: 'stopMocking', url: '**/slow' },
    { type: 'stopMocking' },
  ]);
});

test('answers from a HAR file, recorded or replayed, come along', async () => {
  const actions = await actionsOf(`
    const options = { url: '*/**/api/v1/fruits', update: true };
    await page.routeFromHAR('./hars/fruit.har', options);
    await context.routeFromHAR('example.har', { notFound: 'fallback' });`);
  expect(actions).toMatchObject([
    { type: 'replayHar', file: 'fruit.har', url: '*/**/api/v1/fruits', update: true },
    { type: 'replayHar', file: 'example.har', notFound: 'fallback' },
  ]);
});

test.each([
  ['does several things', 'route => { seen.push(1); return route.continue(); }'],
  ['changes the request', "route => route.continue({ headers: { a: 'b' } })"],
  [
    'changes the answer by a program',
    'async route => { const r = await route.fetch(); const j = await r.json(); j.a = j.a.filter(Boolean); await route.fulfill({ response: r, json: j }); }',
  ],
  ['decides by the address', "route => route.request().url().includes('a') ? route.abort() : route.continue()"],
  ['lets all requests pass', 'route => route.continue()'],
])('a route that %s is left out, and why is told', async (_what, handler) => {
  const actions = await actionsOf(`const seen = []; await page.route('**/a', ${handler});`);
  expect(actions).toMatchObject([{ type: 'comment', disabled: true, comment: expect.stringMatching(/[Rr]equests/) }]);
});
