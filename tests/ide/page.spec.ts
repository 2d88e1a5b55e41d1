import { expect, test } from 'vitest';
import { z } from 'zod';
import { linkOf, startTestApp } from '../support/test-app.ts';
import { expectAccessible, expectAccessibleInThemes, openIde, openWindow } from './open-page.ts';

const Made = z.object({ test: z.object({ testCode: z.string() }) });
const Navigated = z.object({ url: z.string(), selection: z.record(z.string(), z.string()) });
const HOSTILE = '<img src=x onerror=alert(1)>\u202Eevil';

async function startShop() {
  const app = await startTestApp({ withIde: false });
  await app.client.call('createModule', { name: 'Sign in' }, z.unknown());
  const actions = [
    { type: 'visit', url: '/sign-in' },
    { type: 'click', locator: "getByRole('button', { name: 'Sign in' })" },
  ];
  const { test: made } = await app.client.call('createTest', { moduleCode: 'm1', name: 'Valid user', actions }, Made);
  return { app, testCode: made.testCode };
}

test('the link that the service prints signs a person in, who stays signed in after a reload', async () => {
  const { app } = await startShop();
  await using _app = app;
  await using opened = await openIde(app);
  const { page, faults } = opened;
  await page.getByRole('treeitem', { name: 'Test Valid user' }).waitFor();
  expect(new URL(page.url()).hash).toBe('');
  expect(new URL(page.url()).pathname).toBe('/p/shop/main/modules');
  await page.reload();
  await page.getByRole('treeitem', { name: 'Test Valid user' }).waitFor();
  expect(faults).toEqual([]);
});

test('the sign-in page explains how to get in and marks a wrong code', async () => {
  const { app } = await startShop();
  await using _app = app;
  await using opened = await openWindow();
  const { page, faults } = opened;
  await page.goto(app.service.url);
  await page.getByText('npx steploom open').waitFor();
  await expectAccessible(page);
  const field = page.getByLabel('Or paste the link or its code');
  await field.fill('wrong-code');
  await page.keyboard.press('Enter');
  await expect.poll(() => field.getAttribute('aria-invalid'), { timeout: 60_000 }).toBe('true');
  await field.fill(linkOf(app.service));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('treeitem', { name: 'Test Valid user' }).waitFor();
  expect(faults).toEqual([]);
});

test('people on other machines are asked for the password of a project', { tags: 'full' }, async () => {
  const { app } = await startShop();
  await using _app = app;
  await app.service.workspace.project('shop')?.password.set('long grass by the river');
  await using opened = await openWindow();
  const { page, faults } = opened;
  // As the service answers a browser that comes from elsewhere, which there is none of here.
  await page.route('**/api/session', route => route.fulfill({ json: { signedIn: false, signInBy: 'password' } }));
  await page.goto(`${app.service.url}/p/shop`);
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
  const { app, testCode } = await startShop();
  await using _app = app;
  await using opened = await openIde(app, `/p/shop/main/modules/m1/${testCode}`);
  const { page, faults } = opened;
  const rows = page.getByRole('grid', { name: 'Actions' }).getByRole('row');
  await expect.poll(() => rows.count(), { timeout: 60_000 }).toBe(2);
  const target = { moduleCode: 'm1', testCode };
  await app.client.call('createAction', { ...target, type: 'reload' }, z.unknown());
  await page.getByRole('row', { name: 'Reload' }).waitFor();
  await page.getByRole('row', { name: 'Go to' }).dblclick();
  await page.getByLabel('URL').fill('/start');
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: 'Go to /start' }).waitFor();
  // The row shows it before it is saved.
  const Actions = z.object({ actions: z.array(z.looseObject({ url: z.string().optional() })) });
  const urls = async () => (await app.client.call('getActions', target, Actions)).actions.map(({ url }) => url);
  await expect.poll(urls, { timeout: 60_000 }).toEqual(['/start', undefined, undefined]);
  expect(faults).toEqual([]);
});

test('a program sends the page to a place and learns what is selected there', async () => {
  const { app, testCode } = await startShop();
  await using _app = app;
  await using opened = await openIde(app, '/p/shop/main/modules');
  const { page } = opened;
  await page.getByRole('treeitem', { name: 'Test Valid user' }).waitFor();
  const reply = await app.client.call('navigateTo', { testId: testCode, actionIndex: 1 }, Navigated);
  expect(reply.selection).toEqual({ moduleId: 'm1', testId: testCode, actionId: 'a2' });
  expect(new URL(page.url()).pathname).toBe(`/p/shop/main/modules/m1/${testCode}`);
  await page.getByRole('row', { name: 'Click', selected: true }).waitFor();
  const runs = await app.client.call('setIDEUrl', { url: '/p/shop/main/runs' }, z.object({ url: z.string() }));
  expect(runs.url).toBe(`${app.service.url}/p/shop/main/runs`);
  await page.getByRole('heading', { name: 'No runs' }).waitFor();
  await expect(app.client.call('setIDEUrl', { url: '/p/shop/main/modules/m9' }, z.unknown())).rejects.toThrow('m9');
  expect(new URL(page.url()).pathname).toBe('/p/shop/main/runs');
});

test('the appearance can be set, and an address that names nothing leads back', async () => {
  const { app } = await startShop();
  await using _app = app;
  await using opened = await openIde(app, '/p/shop/main/settings/appearance');
  const { page, faults } = opened;
  await page.getByRole('heading', { name: 'Appearance' }).waitFor();
  await page.getByText('Dark', { exact: true }).click();
  await page.locator('[data-mantine-color-scheme=dark]').waitFor();
  await page.goto(`${app.service.url}/p/shop/main/nowhere`);
  await page.getByRole('heading', { name: /^There is nothing at \// }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Projects' }).waitFor();
  await expectAccessible(page);
  expect(faults).toEqual([]);
});

test('the page is accessible in both themes', { tags: 'full' }, async () => {
  const { app, testCode } = await startShop();
  await using _app = app;
  await app.client.call('createModule', { name: HOSTILE }, z.unknown());
  await using opened = await openIde(app, `/p/shop/main/modules/m1/${testCode}?action=a2`);
  const { page, faults } = opened;
  await page.getByRole('row', { name: 'Click', selected: true }).waitFor();
  await page.getByText(HOSTILE).waitFor();
  await expectAccessibleInThemes(page);
  await page.getByRole('row', { name: 'Click' }).press('Enter');
  await page.getByRole('form', { name: 'Click: fields' }).waitFor();
  await expectAccessibleInThemes(page);
  await page.goto(`${app.service.url}/p/shop/main/settings/appearance`);
  await page.getByRole('heading', { name: 'Appearance' }).waitFor();
  await expectAccessibleInThemes(page);
  expect(faults).toEqual([]);
});
