import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { expectAccessible, expectAccessibleInThemes, showIde } from './open-page.ts';
import { comments, eventually, useApp } from './shared-app.ts';
import { showGated } from './socket-gate.ts';

const shop = useApp({ isAnew: true });
const Versions = z.object({ versions: z.array(z.looseObject({ versionId: z.string(), name: z.string() })) });
const names = async () => (await shop.author.client.call('getVersions', {}, Versions)).versions.map(({ name }) => name);

const choose = async (page: Page, name: string) => {
  await page.getByRole('button', { name: /^Version: / }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};
const shown = (page: Page, name: string) => page.getByRole('button', { name: `Version: ${name}` }).waitFor();

test('a version is made, renamed, made the default and deleted from its menu, and undo brings it back', {
  tags: 'full',
}, async () => {
  const { path } = await shop.newTest(comments('a'));
  const page = await showIde(shop.app, path);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Version: Main' }).click();
  await page.getByRole('menuitem', { name: 'Main 1 test · default' }).waitFor();
  await page.getByRole('menuitem', { name: 'New version' }).waitFor();
  await expectAccessibleInThemes(page);
  await page.getByRole('menuitem', { name: 'New version' }).click();
  // At once: the field may still be on its way.
  await page.keyboard.type('main');
  await expect.poll(() => dialog.getByLabel('Name').inputValue(), eventually).toBe('main');
  await expect.poll(() => dialog.getByLabel('Name').evaluate(one => one.matches(':focus')), eventually).toBe(true);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await dialog.getByText('has the name "Main" already').waitFor();
  // What was typed outlasts a reload.
  await page.reload();
  await expect.poll(() => dialog.getByLabel('Name').inputValue(), eventually).toBe('main');
  await dialog.getByLabel('Name').fill('Release 2.0');
  await page.keyboard.press('Enter');
  await shown(page, 'Release 2.0');
  expect(new URL(page.url()).pathname).toBe('/p/shop/release-2-0/modules');
  await choose(page, 'Rename');
  await dialog.getByLabel('Name').fill('Release 2');
  await page.keyboard.press('Enter');
  await shown(page, 'Release 2');
  await choose(page, 'Delete');
  await shown(page, 'Main');
  await expect.poll(names, eventually).toEqual(['Main']);
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect.poll(names, eventually).toEqual(['Main', 'Release 2']);
  await choose(page, 'Release 2 1 test');
  await shown(page, 'Release 2');
  await choose(page, 'Make default');
  await page.getByText('“Release 2” is the default version').waitFor();
  await page.getByRole('button', { name: /^Version: / }).click();
  expect(await page.getByRole('menuitem', { name: 'Delete' }).getAttribute('title')).toBe(
    'Make another version the default first',
  );
});

test('the undo of a deleted version is no longer offered once another edit is the last', { tags: 'full' }, async () => {
  const { author } = shop;
  const { path } = await shop.newTest(comments('a'));
  await author.do('createVersion', { name: 'Next' });
  await author.do('createVersion', { name: 'Old' });
  const page = await showIde(shop.app, path.replace('/main/', '/old/'));
  await choose(page, 'Delete');
  await shown(page, 'Main');
  const offer = page.getByText('Version “Old” deleted');
  await offer.waitFor();
  await choose(page, 'Next 1 test');
  await choose(page, 'Make default');
  await page.getByText('“Next” is the default version').waitFor();
  await expect.poll(() => offer.count(), { timeout: 3_000 }).toBe(0);
});

test('versions are compared side by side, and tests copied from one to the other', { tags: ['full'] }, async () => {
  const { author } = shop;
  const { moduleCode, testCode, path } = await shop.newTest(comments('hello'));
  const { testCode: gone } = await author.test(moduleCode, 'Old one');
  await author.do('createVersion', { name: 'Next' });
  const next = { versionId: 'next', moduleCode };
  await author.do('editTest', { ...next, testCode, name: 'Known user' });
  await author.do('editAction', { ...next, testCode, actionIndex: 0, text: 'good day' });
  await author.do('deleteTest', { ...next, testCode: gone });
  await author.do('createTest', { ...next, name: 'New one' });
  const page = await showIde(shop.app, path.replace('/main/', '/next/'));
  await choose(page, 'Compare…');
  const table = page.getByRole('dialog', { name: 'Compare versions' }).getByRole('table');
  await table.waitFor();
  await page.getByText('1 added · 1 changed · 1 removed').waitFor();
  const rows = (await table.getByRole('row').allInnerTexts()).map(text => text.replace(/\s+/g, ' ').trim());
  expect(rows).toEqual(expect.arrayContaining(['What Main Next', 'name Valid user Known user', 'text hello good day']));
  await expectAccessibleInThemes(page);
  await page.keyboard.press('Escape');
  await choose(page, 'Copy tests…');
  const dialog = page.getByRole('dialog', { name: 'Copy tests to another version' });
  await dialog.getByLabel('Filter tests').fill('new');
  await dialog.getByRole('checkbox', { name: 'Sign in › New one' }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Copy \d tests?$/ }).click();
  await page.getByText(/copied to “Main”/).waitFor();
  const inMain = async () => (await author.tests({ versionId: 'main' })).map(({ name }) => name);
  expect(await inMain()).toContain('New one');
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect.poll(inMain, eventually).not.toContain('New one');
});

test('the new name of a version outlasts a reload, unless it is cancelled', { tags: ['full'] }, async () => {
  const { path } = await shop.newTest(comments('a'));
  const page = await showIde(shop.app, path);
  const field = page.getByRole('dialog', { name: 'Rename the version' }).getByLabel('Name');
  await choose(page, 'Rename');
  await field.fill('Release 2');
  await page.reload();
  await expect.poll(() => field.inputValue(), eventually).toBe('Release 2');
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  await choose(page, 'Rename');
  expect(await field.inputValue()).toBe('Release 2');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await choose(page, 'Rename');
  expect(await field.inputValue()).toBe('Main');
});

test('whoever leaves a dialog of versions while it is at work stays where they are, and hears what became of it', {
  tags: ['full'],
}, async () => {
  const { path } = await shop.newTest(comments('a'));
  const { page, gate } = await showGated(shop.app, path);
  const dialog = page.getByRole('dialog');
  const sendAndLeave = async (name: string, button: string) => {
    await dialog.getByLabel('Name').fill(name);
    gate.hold('tools/call');
    await dialog.getByRole('button', { name: button }).click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Health' }).click();
    gate.release();
  };
  const where = () => new URL(page.url()).pathname;
  await choose(page, 'New version');
  await sendAndLeave('Next', 'Create');
  await page.getByText('Version “Next” created').waitFor();
  expect(where()).toBe('/p/shop/main/health');
  await choose(page, 'New version');
  expect(await dialog.getByLabel('Name').inputValue()).toBe('');
  await sendAndLeave('Next', 'Create');
  await page.getByRole('alert').getByText('has the name "Next" already').waitFor();
  await page.getByRole('link', { name: 'Runs' }).click();
  await choose(page, 'Rename');
  await sendAndLeave('First', 'Rename');
  await shown(page, 'First');
  expect(where()).toBe('/p/shop/main/health');
});
