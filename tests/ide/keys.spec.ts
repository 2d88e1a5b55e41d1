import { expect, test } from 'vitest';
import { showIde } from './open-page.ts';
import { comments, eventually, expectRows, useApp } from './shared-app.ts';

const shop = useApp();

test('rows are moved, duplicated, disabled and deleted by keyboard, and edits can be undone and redone', async () => {
  const place = await shop.newTest(comments('one', 'two'));
  const page = await showIde(shop.app, place.path);
  await page.getByRole('row', { name: 'two' }).click();
  await page.keyboard.press('Alt+ArrowUp');
  await expectRows(page, [/two/, /one/]);
  await page.keyboard.press('Alt+ArrowDown');
  await expectRows(page, [/one/, /two/]);
  await page.keyboard.press('Control+d');
  await expectRows(page, [/one/, /two/, /two/]);
  await page.getByRole('row', { name: '3 Comment two', selected: true }).waitFor();
  await page.keyboard.press('Control+/');
  await expectRows(page, [/one/, /two/, /disabled ?Comment two/]);
  await page.keyboard.press('Control+/');
  await expectRows(page, [/one/, /two/, /Comment two/]);
  await page.keyboard.press('Delete');
  await expectRows(page, [/one/, /two/]);
  await page.getByText('Action 3 deleted').waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expectRows(page, [/one/, /two/, /two/]);
  await page.getByRole('row', { name: 'one' }).click();
  await page.keyboard.press('Control+Shift+Z');
  await expectRows(page, [/one/, /two/]);
  await page.keyboard.press('Control+z');
  await expectRows(page, [/one/, /two/, /two/]);
});

test('tests are renamed, duplicated and deleted by keyboard in the tree', { tags: ['full'] }, async () => {
  const place = await shop.newTest(comments('one'), 'Ann');
  const page = await showIde(shop.app, place.path);
  const item = (name: string) => page.getByRole('treeitem', { name: `Test ${name}`, exact: true });
  await item('Ann').click();
  await page.keyboard.press('F2');
  const field = page.getByLabel(`Name of test ${place.testCode}`);
  await field.fill('never');
  await page.keyboard.press('Escape');
  await page.keyboard.press('F2');
  expect(await field.inputValue()).toBe('Ann');
  await field.fill('Berta');
  await page.keyboard.press('Enter');
  await item('Berta').waitFor();
  await page.keyboard.press('Control+d');
  await item('Berta (copy)').waitFor();
  await item('Berta (copy)').click();
  await page.keyboard.press('Delete');
  await page.getByText('“Berta (copy)” deleted').waitFor();
  await expect.poll(() => item('Berta (copy)').count(), eventually).toBe(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await item('Berta (copy)').waitFor();
});

test('shortcuts switch views and panes, but letters typed into a text field do not', { tags: 'full' }, async () => {
  const { path } = await shop.newTest(comments('one'));
  const page = await showIde(shop.app, path);
  const shown = () => new URL(page.url()).pathname.split('/')[4];
  for (const [key, tab] of [
    ['f', 'features'],
    ['r', 'runs'],
    ['s', 'settings'],
    ['m', 'modules'],
  ] as const) {
    await page.keyboard.press('g');
    await page.keyboard.press(key);
    await expect.poll(shown, eventually).toBe(tab);
  }
  const tree = page.getByRole('tree', { name: 'Modules and tests' });
  await page.keyboard.press('Control+b');
  await tree.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+b');
  await tree.waitFor();
  await page.keyboard.press('Control+j');
  await page.getByRole('tab', { name: 'Run log' }).waitFor();
  await page.keyboard.press('Control+j');
  await page.getByRole('tab', { name: 'Run log' }).waitFor({ state: 'detached' });
  const filter = page.getByLabel('Filter modules and tests');
  await filter.pressSequentially('gr');
  expect(await filter.inputValue()).toBe('gr');
  expect(shown()).toBe('modules');
});

test('context menus duplicate a test, and move and delete actions', { tags: 'full' }, async () => {
  const place = await shop.newTest(comments('one', 'two'), 'Clara');
  const page = await showIde(shop.app, place.path);
  await page.getByRole('treeitem', { name: 'Test Clara', exact: true }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Duplicate/ }).click();
  await page.getByRole('treeitem', { name: 'Test Clara (copy)' }).waitFor();
  await page.getByRole('treeitem', { name: 'Test Clara', exact: true }).click();
  await expectRows(page, [/one/, /two/]);
  await page.getByRole('row', { name: 'one' }).hover();
  await page.getByRole('button', { name: 'More about action 1' }).click();
  await page.getByRole('menuitem', { name: /^Move down/ }).click();
  await expectRows(page, [/two/, /one/]);
  await page.getByRole('row', { name: 'two' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Delete/ }).click();
  await expectRows(page, [/one/]);
});
