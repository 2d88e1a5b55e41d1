import { dirname } from 'node:path';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ownerOf } from '../support/owner.ts';
import { servePages } from '../support/serve-pages.ts';
import { clickAt } from './live-picture.ts';
import { expectAccessible, expectAccessibleInThemes, showIde } from './open-page.ts';
import { eventually, expectRows, useApp } from './shared-app.ts';

const shop = useApp({ isAnew: true });

const SIGN_IN = `<!doctype html><html lang="en"><title>Own shop</title><h1>Welcome</h1>
  <input type="search" aria-label="Search"><form><label>User name <input name="user"></label>
  <label>Password <input type="password"></label><button type="button">Show</button><button>Sign in</button></form>`;

async function createProject(page: Page, address: string) {
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Own');
  await page.getByRole('textbox', { name: 'App address' }).fill(address);
  await page.getByRole('button', { name: 'Create' }).click();
}

const Tests = z.object({ tests: z.array(z.looseObject({ name: z.string(), skip: z.boolean().optional() })) });

test('a new project opens its app, writes a test that passes, and a draft for its sign-in form', async () => {
  await using pages = await servePages({ '/': SIGN_IN });
  const page = await showIde(shop.app, '/projects');
  await createProject(page, pages.url);
  await page.getByText('Your first test, “Open Own shop”, passed.').waitFor();
  await expectRows(page, [/Go to \//, /title.*Own shop/]);
  const owner = await ownerOf(dirname(shop.app.folder));
  const { tests } = await owner.client.call('getTests', { projectId: 'own' }, Tests);
  expect(tests).toMatchObject([{ name: 'Open Own shop' }, { name: 'Sign in', skip: true }]);
  // The app has the room once something has run: one line is left above it, which unfolds.
  const cards = page.getByRole('region', { name: 'First steps' });
  expect(await cards.count()).toBe(0);
  await page.getByRole('button', { name: 'What comes next' }).click();
  await cards.getByRole('heading', { name: 'Run in CI' }).waitFor();
  await expectAccessibleInThemes(page);
  await page.getByRole('button', { name: 'Fold' }).click();
  await page.getByRole('link', { name: 'a draft that signs in' }).click();
  await expectRows(page, [/Go to \//, /Type.*env\.user.*User name/, /Type.*Password/, /Click.*Sign in/]);
  await page.getByRole('button', { name: 'Close the message' }).click();
  expect(await page.getByRole('region', { name: 'First minute' }).count()).toBe(0);
  await page.goto(`${new URL(page.url()).origin}/p/own/main/settings/environments`);
  const form = page.getByRole('form', { name: 'Environment local' });
  const values = form.getByRole('table', { name: 'Values of local' });
  await values.getByRole('textbox', { name: 'Value of user' }).fill('ann');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Environment “local” saved').waitFor();
  await values.getByLabel('Value of password', { exact: true }).fill('hidden');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  const told = page.getByText('“Sign in” has its values: from now on it runs with the others');
  await told.waitFor();
  const skipped = async () =>
    (await owner.client.call('getTests', { projectId: 'own' }, Tests)).tests.map(({ skip = false }) => skip);
  expect(await skipped()).toEqual([false, false]);
  await page.getByRole('alert').filter({ has: told }).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(skipped, eventually).toEqual([false, true]);
});

test('a sign-in that is recorded gives the draft its values, so that it runs with the others', {
  tags: ['full'],
}, async () => {
  const form = `<!doctype html><html lang="en"><title>Own shop</title><form onsubmit="event.preventDefault()">
    <input aria-label="User name" style="position: absolute; left: 100px; top: 100px; width: 400px; height: 60px">
    <input type="password" aria-label="Password"
      style="position: absolute; left: 100px; top: 200px; width: 400px; height: 60px">
    <button style="position: absolute; left: 100px; top: 300px; width: 400px; height: 60px">Sign in</button></form>`;
  await using pages = await servePages({ '/': form });
  const page = await showIde(shop.app, '/projects');
  await createProject(page, pages.url);
  await page.getByText('Your first test, “Open Own shop”, passed.').waitFor();
  await page.locator('canvas').waitFor();
  await page.getByRole('button', { name: 'Other ways to record' }).click();
  await page.getByRole('menuitem', { name: 'Record from the page as it is' }).click();
  await page.getByRole('button', { name: 'Stop (0 actions)' }).waitFor();
  await clickAt(page, 300, 130);
  await page.keyboard.type('ann');
  await page.keyboard.press('Tab');
  await page.keyboard.type('sesame');
  await page.keyboard.press('Enter');
  await page.getByText('{{env.user}}').or(page.getByText('env.user')).first().waitFor();
  await page.getByRole('button', { name: /^Stop / }).click();
  await page.getByText('“Sign in” has its values: from now on it runs with the others').waitFor();
  const owner = await ownerOf(dirname(shop.app.folder));
  const { tests } = await owner.client.call('getTests', { projectId: 'own' }, Tests);
  expect(tests).toMatchObject([{ name: 'Open Own shop' }, { name: 'Sign in' }]);
  expect(tests.map(({ skip = false }) => skip)).toEqual([false, false]);
  await owner.client.call(
    'runTest',
    { projectId: 'own', testId: 't2', wait: 25 },
    z.object({ state: z.literal('passed') }),
  );
});

test('an app that does not answer is told in place, and tried again at a corrected address; the good news leaves by itself', {
  tags: ['full'],
}, async () => {
  await using pages = await servePages({ '/': '<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>' });
  const page = await showIde(shop.app, '/projects');
  await createProject(page, 'http://127.0.0.1:9');
  const alert = page.getByRole('alert').filter({ hasText: 'The app did not answer.' });
  await alert.waitFor();
  await expectAccessible(page);
  await page.reload();
  await alert.waitFor();
  const first = page.getByRole('region', { name: 'First minute' });
  await first.getByRole('textbox', { name: 'App address' }).fill(pages.url);
  await first.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Your first test, “Open Shop”, passed.').waitFor();
  await first.waitFor({ state: 'detached', timeout: 45_000 });
});

test('cards lead on from an empty project, go when they are done or put away, and come back by a command', {
  tags: ['full'],
}, async () => {
  const page = await showIde(shop.app, '/p/shop/main/modules');
  const cards = page.getByRole('region', { name: 'First steps' }).getByRole('heading');
  const titles = (...wanted: string[]) => expect.poll(() => cards.allInnerTexts(), eventually).toEqual(wanted);
  await titles('Write a test', 'Import features', 'Run in CI');
  await page.getByRole('button', { name: 'Hide “Run in CI”' }).click();
  await shop.newTest([{ type: 'comment', text: 'one' }]);
  await titles('Import features');
  await shop.author.do('createFeature', { text: 'Feature: Basket\n' });
  await titles();
  await page.reload();
  await page.getByRole('treeitem', { name: 'Sign in' }).first().waitFor();
  await titles();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('>first steps');
  await page.keyboard.press('Enter');
  await titles('Write a test', 'Connect an agent', 'Import features', 'Run in CI');
  await expectAccessibleInThemes(page);
});
