import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { linkOf } from '../support/test-app.ts';
import { expectAccessible, expectAccessibleInThemes, openWindow, showIde } from './open-page.ts';
import { eventually, useApp } from './shared-app.ts';

const Navigated = z.object({ url: z.string(), selection: z.record(z.string(), z.string()) });

const shop = useApp({ isAnew: true });
let path = '';

beforeEach(async () => {
  const actions = [
    { type: 'visit', url: '/sign-in' },
    { type: 'click', locator: "getByRole('button', { name: 'Sign in' })" },
  ];
  ({ path } = await shop.newTest(actions));
});

test('the link that the service prints signs a person in, who stays signed in after a reload', async () => {
  const page = await showIde(shop.app);
  await page.getByRole('treeitem', { name: 'Test Valid user' }).waitFor();
  expect(new URL(page.url()).hash).toBe('');
  expect(new URL(page.url()).pathname).toBe('/p/shop/main/modules');
  await page.reload();
  await page.getByRole('treeitem', { name: 'Test Valid user' }).waitFor();
});

test('the sign-in page explains how to get in and marks a wrong code', async () => {
  await using opened = await openWindow();
  const { page, faults } = opened;
  await page.goto(shop.app.service.url);
  await page.getByText('npx steploom open').waitFor();
  await expectAccessible(page);
  const field = page.getByLabel('Or paste the link or its code');
  await field.fill('wrong-code');
  await page.keyboard.press('Enter');
  await expect.poll(() => field.getAttribute('aria-invalid'), { timeout: 60_000 }).toBe('true');
  await field.fill(linkOf(shop.app.service));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('treeitem', { name: 'Test Valid user' }).waitFor();
  expect(faults).toEqual([]);
});

test('people on other machines are asked for the password of a project', { tags: 'full' }, async () => {
  await shop.app.service.workspace.project('shop')?.password.set('long grass by the river');
  await using opened = await openWindow();
  const { page, faults } = opened;
  // As the service answers a browser that comes from elsewhere, which there is none of here.
  await page.route('**/api/session', route => route.fulfill({ json: { signedIn: false, signInBy: 'password' } }));
  await page.goto(`${shop.app.service.url}/p/shop`);
  await expect.poll(() => page.getByLabel('Project', { exact: true }).inputValue(), { timeout: 60_000 }).toBe('shop');
  await expectAccessible(page);
  const field = page.getByLabel('Project password');
  await field.fill('wrong words');
  await page.keyboard.press('Enter');
  await page.getByText('Unknown project or wrong password.').waitFor();
  await page.unroute('**/api/session');
  await field.fill('long grass by the river');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('treeitem', { name: 'Test Valid user' }).waitFor();
  expect(faults).toEqual([]);
});

test('the page shows edits of programs, and programs see edits made in the page', async () => {
  const page = await showIde(shop.app, path);
  const rows = page.getByRole('grid', { name: 'Actions' }).getByRole('row');
  await expect.poll(() => rows.count(), { timeout: 60_000 }).toBe(2);
  const target = { moduleCode: 'm1', testCode: 't1' };
  await shop.author.action(target, { type: 'reload' });
  await page.getByRole('row', { name: 'Reload' }).waitFor();
  await page.getByRole('row', { name: 'Go to' }).dblclick();
  await page.getByLabel('URL').fill('/start');
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: 'Go to /start' }).waitFor();
  // The row shows it before it is saved.
  const urls = async () => (await shop.author.actions(target)).map(({ url }) => url);
  await expect.poll(urls, { timeout: 60_000 }).toEqual(['/start', undefined, undefined]);
});

test('a program sends the page to a place and learns what is selected there', async () => {
  const page = await showIde(shop.app, '/p/shop/main/modules');
  await page.getByRole('treeitem', { name: 'Test Valid user' }).waitFor();
  const reply = await shop.app.client.call('navigateTo', { testId: 't1', actionIndex: 1 }, Navigated);
  expect(reply.selection).toEqual({ moduleId: 'm1', testId: 't1', actionId: 'a2' });
  await expect.poll(() => new URL(page.url()).pathname, eventually).toBe(path);
  await page.getByRole('row', { name: 'Click', selected: true }).waitFor();
  const runs = await shop.app.client.call('setIDEUrl', { url: '/p/shop/main/runs' }, z.object({ url: z.string() }));
  expect(runs.url).toBe(`${shop.app.service.url}/p/shop/main/runs`);
  await page.getByRole('heading', { name: 'No runs' }).waitFor();
  await expect(shop.app.client.call('setIDEUrl', { url: '/p/shop/main/modules/m9' }, z.unknown())).rejects.toThrow(
    'm9',
  );
  expect(new URL(page.url()).pathname).toBe('/p/shop/main/runs');
});

test('the appearance can be set, and an address that names nothing leads back', async () => {
  const page = await showIde(shop.app, '/p/shop/main/settings/appearance');
  await page.getByRole('heading', { name: 'Appearance' }).waitFor();
  await expectAccessibleInThemes(page);
  await page.getByText('Dark', { exact: true }).click();
  await page.locator('[data-mantine-color-scheme=dark]').waitFor();
  await page.goto(`${shop.app.service.url}/p/shop/main/nowhere`);
  await page.getByRole('heading', { name: /^There is nothing at \// }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Projects' }).waitFor();
  await expectAccessible(page);
});
