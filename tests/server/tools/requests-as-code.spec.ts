/** Checks of requests in code of Playwright, which begins to wait before what sends them. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { imported } from '../../support/imported-tests.ts';
import { openShop } from '../../support/shop.ts';

const Exported = z.object({ text: z.string(), notes: z.array(z.string()) });

async function codeOf(actions: readonly object[]) {
  await using shop = await openShop({ withIde: false });
  await shop.author.module('A');
  await shop.author.test('m1', 'Sample', { actions });
  return shop.author.client.call('exportTest', { testCode: 't1', format: 'playwright-test' }, Exported);
}

async function actionsOf(body: string) {
  await using shop = await openShop({ withIde: false });
  const text = `test('works', async ({ page }) => {\n${body}\n});`;
  const [made] = await imported(shop.author, 'playwright-codegen', text);
  return made?.actions;
}

const CLICK = { type: 'click', locator: '#save' };

test('the code waits from before the action that sends the request, and checks in the place of the row', async () => {
  const { text } = await codeOf([
    { type: 'visit', url: '/' },
    CLICK,
    { type: 'assert', matcher: 'toHaveTitle', expected: 'Shop' },
    { type: 'expectRequest', url: '/api/orders', status: 201, maxMs: 300 },
    {
      ...{ type: 'expectRequest', url: '/api/*', method: 'POST', into: 'order', timeoutMs: 900 },
      expression: 'response.body.total > 3',
    },
    { type: 'expectRequest', url: '**/track', method: 'POST' },
  ]);
  const [, body = ''] = /async \(\{ page \}\) => \{\n(.*)\}\);/s.exec(text) ?? [];
  expect(body.split('\n').map(line => line.trim())).toEqual([
    'const vars: Record<string, any> = {};',
    "await page.goto('/');",
    "const responsePromise = page.waitForResponse('/api/orders');",
    "const response2Promise = page.waitForResponse(response2 => /\\/api\\/[^\\/]*$/.test(response2.url()) && response2.request().method() === 'POST', { timeout: 900 });",
    "const requestPromise = page.waitForRequest(request => request.url().endsWith('/track') && request.method() === 'POST');",
    "await page.locator('#save').click();",
    "await expect(page).toHaveTitle('Shop');",
    'const response = await responsePromise;',
    'expect(response.status()).toBe(201);',
    'await response.finished();',
    'expect(response.request().timing().responseEnd).toBeLessThanOrEqual(300);',
    'const response2 = await response2Promise;',
    'vars.order = await exchangeOf(response2);',
    "expect((await compute('response.body.total > 3', { response: vars.order.response }))).toBeTruthy();",
    'await requestPromise;',
    '',
  ]);
  expect(text).toContain("import type { Response } from '@playwright/test';");
});

test('code counts the requests that must be so many, or none', async () => {
  const { text, notes } = await codeOf([
    CLICK,
    { type: 'expectRequest', url: '**/api/{a,b}', status: '2xx', count: 2, maxMs: 300 },
    { type: 'expectRequest', url: '/other', not: true },
  ]);
  for (const line of [
    "page.on('response', response => { if (/\\/api\\/(?:a|b)$/.test(response.url()) && /^(?:2\\d\\d)$/.test(String(response.status()))) sent.push(response.url()); });",
    'expect(sent).toHaveLength(2);',
    "page.on('request', request => { if (request.url().endsWith('/other')) sent2.push(request.url()); });",
    'expect(sent2).toHaveLength(0);',
  ])
    expect(text).toContain(line);
  expect(notes).toContainEqual(expect.stringContaining('checks address, method and status only'));
});

test('waits for requests and responses become checks behind what sends them, with what is checked of them', async () => {
  const body = `
    const responsePromise = page.waitForResponse(
      response => response.url().includes('/api/orders') && response.request().method() === 'POST' && response.ok());
    await page.locator('#save').click();
    const response = await responsePromise;
    expect(await response.json()).toMatchObject({ total: 3 });
    const [listed] = await Promise.all([page.waitForResponse(/items/), page.locator('#list').click()]);
    expect(listed.status()).toBe(200);
    await page.locator('#name').fill((await listed.json()).name);
    const sent = page.waitForRequest('**/track');
    await page.locator('#leave').click();
    const request = await sent;
    expect(request.postDataJSON().word).toBe('bye');
    await page.waitForResponse(response => response.url() === given && Math.random() > 0);`;
  expect(await actionsOf(body)).toMatchObject([
    { type: 'click', locator: "locator('#save')" },
    {
      ...{ type: 'expectRequest', url: '**/api/orders**', method: 'POST', status: '2xx' },
      expression: 'response.body.total = 3',
    },
    { type: 'click', locator: "locator('#list')" },
    { type: 'expectRequest', url: '/items/', status: '200', into: 'listed' },
    { type: 'fill', value: '{{ listed.response.body.name }}' },
    { type: 'click', locator: "locator('#leave')" },
    { type: 'expectRequest', url: '**/track', expression: 'request.body.word = "bye"' },
    { type: 'wait', until: 'idle' },
  ]);
});
