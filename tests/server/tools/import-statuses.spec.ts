/** Code that checks statuses of pages, and calls that it makes again until they are as wanted. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { imported } from '../../support/imported-tests.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const Exported = z.object({ text: z.string(), notes: z.array(z.string()) });

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ withIde: false });
});
afterAll(() => shop[Symbol.asyncDispose]());

const actionsOf = async (body: string) => {
  const code = `import { expect, test } from '@playwright/test';\ntest('a', async ({ page, request }) => {\n${body}\n});\n`;
  return (await imported(shop.author, 'playwright-codegen', code))[0]?.actions;
};

test.each([
  [`const response = await page.goto('/a'); expect(response?.status()).toBe(404);`, '404'],
  [
    `const response = await page.goto('/a'); expect(response).not.toBeNull(); expect(response!.ok()).toBeTruthy();`,
    '2xx',
  ],
  [`expect((await page.goto('/a'))?.status()).toEqual(200);`, '200'],
  [`const answer = await page.goto('/a');\nexpect(String(answer?.status())).toMatch(/^(?:2\\d\\d|404)$/);`, '2xx, 404'],
])('the code %s becomes a visit that expects its status', async (code, expectStatus) => {
  expect(await actionsOf(code)).toMatchObject([{ type: 'visit', url: '/a', expectStatus }]);
});

test('the status of a reload is expected by it, and a check in a branch is not', async () => {
  expect(
    await actionsOf(`await page.goto('/a'); const again = await page.reload(); expect(again?.status()).toBe(503);`),
  ).toMatchObject([{ type: 'visit' }, { type: 'reload', expectStatus: '503' }]);
  const actions = await actionsOf(
    `const response = await page.goto('/a'); if (await page.getByText('A').isVisible()) { expect(response?.status()).toBe(200); }`,
  );
  expect(actions?.[0]).not.toHaveProperty('expectStatus');
});

test.each([
  [
    `await expect.poll(async () => (await request.get('/job')).status(), { timeout: 60_000 }).toBe(200);`,
    { expectStatus: '200', repeatUntil: 'status = 200', timeoutMs: 60_000 },
  ],
  [
    `await expect.poll(async () => { const response = await page.request.get('/job'); return response.status(); }).toBe(200);`,
    { expectStatus: '200', repeatUntil: 'status = 200' },
  ],
  [
    `await expect.poll(async () => { const response = await request.get('/job'); const job = await response.json(); return job.state; }).toBe('done');`,
    { repeatUntil: 'body.state = "done"' },
  ],
  [
    `await expect(async () => { const response = await request.get('/job'); expect(response.status()).toBe(200); expect((await response.json()).state).toBe('done'); }).toPass({ timeout: 30_000 });`,
    { expectStatus: '200', repeatUntil: 'body.state = "done"', timeoutMs: 30_000 },
  ],
])('the code %s becomes a call that is repeated', async (code, fields) => {
  const actions = await actionsOf(code);
  expect(actions).toMatchObject([{ type: 'request', method: 'GET', url: '/job', ...fields }]);
  expect(actions?.[0]).not.toHaveProperty('expectBody');
});

test('exported code checks the status of pages and makes calls again until they are as wanted', async () => {
  await shop.author.module('A');
  const job = { type: 'request', method: 'GET', url: '/job' };
  const { testCode } = await shop.author.test('m1', 'Job', {
    actions: [
      { type: 'visit', url: '/gone', expectStatus: '404' },
      { type: 'reload', expectStatus: '2xx, 404' },
      { ...job, repeatUntil: 'state = "done"', into: 'job', timeoutMs: 60_000, everyMs: 100 },
    ],
  });
  const { text } = await shop.author.client.call('exportTest', { testCode, format: 'playwright-test' }, Exported);
  expect(text).toContain("expect((await page.goto('/gone'))?.status()).toBe(404);");
  expect(text).toContain('expect(String((await page.reload())?.status())).toMatch(/^(?:2\\d\\d|404)$/);');
  expect(text).toContain('  await expect(async () => {\n    const response = await page.request.fetch(');
  expect(text).toContain('  }).toPass({ timeout: 60000, intervals: [100] });');
  const back = (await imported(shop.author, 'playwright-codegen', text))[0]?.actions;
  expect(back?.slice(0, 2)).toMatchObject([{ expectStatus: '404' }, { type: 'reload', expectStatus: '2xx, 404' }]);
});
