/** Cookies and stored items of code for Playwright, there and back. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { imported } from '../../support/imported-tests.ts';
import { openShop } from '../../support/shop.ts';

async function madeOf(body: string) {
  await using shop = await openShop();
  const code = `test('works', async ({ page, context }) => {\n${body}\n});`;
  const [made] = await imported(shop.author, 'playwright-codegen', code);
  return made;
}

test('cookies that code adds and clears become actions, each with what it says', async () => {
  const made = await madeOf(`
    await context.addCookies([
      { name: 'a', value: '1', url: 'https://shop.example/basket/list' },
      { name: 'b', value: '2', domain: '.shop.example', path: '/', expires: 1924905600, httpOnly: true, sameSite: 'Lax' },
    ]);
    await page.context().addCookies([{ name: 'c', value: '3', domain: 'd', path: '/', expires: Date.now() / 1000 + 60 }]);
    await context.clearCookies({ name: 'a' });
    await context.clearCookies({ domain: 'd' });
    await context.clearCookies({ name: /a/ });
    await context.clearCookies();`);
  const cookie = { type: 'storage', of: 'cookie' };
  expect(made?.actions).toMatchObject([
    { ...cookie, operation: 'set', name: 'a', value: '1', domain: 'shop.example', path: '/basket/', secure: true },
    {
      ...{ ...cookie, operation: 'set', name: 'b', value: '2', domain: '.shop.example' },
      ...{ expires: '2030-12-31T00:00:00Z', httpOnly: true, sameSite: 'Lax' },
    },
    { ...cookie, operation: 'set', name: 'c', value: '3', domain: 'd' },
    { ...cookie, operation: 'remove', name: 'a' },
    { ...cookie, operation: 'clear', domain: 'd' },
    { type: 'comment', disabled: true },
    { ...cookie, operation: 'clear' },
  ]);
  expect(made?.notes.join()).toContain('the cookie lasts until the window closes');
});

test('scripts that only set, read and remove items become actions', async () => {
  const made = await madeOf(`
    const token = 'abc';
    await page.evaluate(() => localStorage.setItem('theme', 'dark'));
    await page.evaluate(() => { window.sessionStorage.removeItem('seen'); });
    await page.evaluate(value => localStorage.setItem('token', value), token);
    await page.evaluate(([name, value]) => localStorage.setItem(name, value), ['a', 'b']);
    await page.evaluate(({ key }) => localStorage.removeItem(key), { key: 'a' });
    await page.localStorage.setItem('c', 'd');
    await page.evaluate(() => localStorage.clear());
    const theme = await page.evaluate(() => localStorage.getItem('theme'));
    await page.locator('#theme').fill(theme);
    await page.evaluate(() => localStorage.setItem('now', String(Date.now())));`);
  const local = { type: 'storage', of: 'localStorage' };
  expect(made?.actions).toMatchObject([
    { ...local, operation: 'set', name: 'theme', value: 'dark' },
    { type: 'storage', of: 'sessionStorage', operation: 'remove', name: 'seen' },
    { ...local, operation: 'set', name: 'token', value: 'abc' },
    { ...local, operation: 'set', name: 'a', value: 'b' },
    { ...local, operation: 'remove', name: 'a' },
    { ...local, operation: 'set', name: 'c', value: 'd' },
    { ...local, operation: 'clear' },
    { ...local, operation: 'read', name: 'theme', into: 'theme' },
    { type: 'fill', value: '{{ theme }}' },
    { type: 'script' },
  ]);
});

const Exported = z.object({ text: z.string() });

test('code reads and checks what is stored, in its own words', async () => {
  await using shop = await openShop();
  const { author } = shop;
  await author.module('A');
  const storage = (of: string, operation: string, fields: object) => ({ type: 'storage', of, operation, ...fields });
  const { testCode } = await author.test('m1', 'Stored', {
    actions: [
      storage('cookie', 'read', { name: 'token', into: 'token' }),
      storage('cookie', 'check', { name: 'token', expected: '/^a/' }),
      storage('localStorage', 'check', { name: 'theme', not: true }),
      storage('sessionStorage', 'check', { name: 'theme', expected: 'dark', timeoutMs: 50 }),
    ],
  });
  const { text } = await author.client.call('exportTest', { testCode, format: 'playwright-test' }, Exported);
  const jar = "(await page.context().cookies(page.url())).find(cookie => cookie.name === 'token')?.value";
  for (const line of [
    `vars.token = ${jar} ?? null;`,
    `await expect.poll(async () => ${jar} ?? '').toMatch(/^a/);`,
    "await expect.poll(() => page.evaluate(name => localStorage.getItem(name), 'theme')).toBe(null);",
    "await expect.poll(() => page.evaluate(name => sessionStorage.getItem(name), 'theme'), { timeout: 50 }).toBe('dark');",
  ])
    expect(text).toContain(line);
});

test('Cypress sets and clears them within a test, and sets the clock', async () => {
  await using shop = await openShop();
  const code = `it('works', () => {
    cy.clearCookies();
    cy.setCookie('token', 'abc', { httpOnly: true, sameSite: 'strict', expiry: 1924905600 });
    cy.clock(new Date('2030-01-01T09:00:00Z'));
    cy.visit('/');
    cy.tick(60000);
    cy.clearCookie('token');
    cy.clearLocalStorage();
  });`;
  const [made] = await imported(shop.author, 'cypress', code);
  const cookie = { type: 'storage', of: 'cookie' };
  expect(made?.actions).toMatchObject([
    {
      ...{ ...cookie, operation: 'set', name: 'token', value: 'abc' },
      ...{ httpOnly: true, sameSite: 'Strict', expires: '2030-12-31T00:00:00Z' },
    },
    { type: 'clock', do: 'pause', time: '2030-01-01T09:00:00Z' },
    { type: 'visit', url: '/' },
    { type: 'clock', do: 'run', by: '1 min' },
    { ...cookie, operation: 'remove', name: 'token' },
    { type: 'storage', of: 'localStorage', operation: 'clear' },
  ]);
});
