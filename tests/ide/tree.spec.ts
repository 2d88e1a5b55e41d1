import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { expectAccessible, showIde } from './open-page.ts';
import { eventually, useApp } from './shared-app.ts';

const shop = useApp();

/** Two modules with three tests and one, their names all beginning with a word of their own. */
async function openTree(word: string) {
  const { moduleCode: from } = await shop.author.module(`${word} from`);
  const { moduleCode: to } = await shop.author.module(`${word} to`);
  for (const name of ['one', 'two', 'three']) await shop.author.test(from, `${word} ${name}`);
  await shop.author.test(to, `${word} last`);
  const page = await showIde(shop.app, `/p/shop/main/modules/${from}`);
  await item(page, `${word} from`).waitFor();
  for (const name of ['from', 'to'])
    if ((await item(page, `${word} ${name}`).getAttribute('aria-expanded')) !== 'true')
      await item(page, `${word} ${name}`).click();
  await item(page, `${word} last`).waitFor();
  return { page, from, to };
}

const item = (page: Page, name: string) =>
  page.getByRole('treeitem', { name: new RegExp(`^(Module|Test) ${name}\\b`) });
const testsOf = async (moduleCode: string) => (await shop.author.tests({ moduleCode })).map(({ name }) => name);

test('the lit row is the one that is shown, after Back and for a new test too', { tags: 'full' }, async () => {
  const { page } = await openTree('Dora');
  const lit = expect.poll(() => page.locator('[role=treeitem][aria-selected=true]').allInnerTexts(), eventually);
  await item(page, 'Dora one').click();
  await lit.toEqual(['Dora one']);
  await item(page, 'Dora two').click();
  await item(page, 'Dora three').click({ modifiers: ['Control'] });
  await lit.toEqual(['Dora two', 'Dora three']);
  await page.goBack();
  await lit.toEqual(['Dora one']);
  await item(page, 'Dora two').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'New test' }).click();
  await page.getByRole('textbox', { name: /^Name of test/ }).press('Escape');
  await lit.toEqual(['New test']);
  await page.getByRole('link', { name: 'Modules', exact: true }).click();
  await page.goto(page.url().replace(/modules.*/, 'modules'));
  // Of many rows only those in sight are drawn.
  await page.getByRole('treeitem').first().waitFor();
  await lit.toEqual([]);
});

test('tests selected together move to another module, and one undo brings them back', { tags: ['full'] }, async () => {
  const { page, from, to } = await openTree('Ann');
  await item(page, 'Ann one').click();
  await item(page, 'Ann two').click({ modifiers: ['Control'] });
  expect(await item(page, 'Ann one').getAttribute('aria-selected')).toBe('true');
  await item(page, 'Ann two').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Move to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move 2 items to' });
  await dialog.getByRole('combobox').fill('Ann to');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.getByText('2 items moved').waitFor();
  expect(await testsOf(to)).toEqual(['Ann last', 'Ann one', 'Ann two']);
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect.poll(() => testsOf(from), eventually).toEqual(['Ann one', 'Ann two', 'Ann three']);
});

test('several items are deleted after one question, and one undo brings them back', { tags: 'full' }, async () => {
  const { page, from, to } = await openTree('Berta');
  await item(page, 'Berta one').click();
  await item(page, 'Berta three').click({ modifiers: ['Shift'] });
  await item(page, 'Berta to').click({ modifiers: ['Control'] });
  await page.keyboard.press('Delete');
  const question = page.getByRole('dialog', { name: 'Delete 4 items?' });
  await question.getByText('Their 1 test will be deleted with them.').waitFor();
  await question.getByRole('button', { name: 'Delete all' }).click();
  await page.getByText('4 items deleted').waitFor();
  expect(await testsOf(from)).toEqual([]);
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect.poll(() => testsOf(from), eventually).toEqual(['Berta one', 'Berta two', 'Berta three']);
  await expect
    .poll(async () => (await shop.author.modules()).some(one => one.moduleCode === to), eventually)
    .toBe(true);
});

test('tests and modules are dragged to another place', { tags: 'full' }, async () => {
  const { page, from, to } = await openTree('Clara');
  // A row that moves away between being found and being pressed would leave another one in the hand.
  const shown = expect.poll(async () => {
    const rows = await page.getByRole('treeitem', { name: /Clara/ }).allInnerTexts();
    return rows.map(row => /Clara (\w+)/.exec(row)?.[1]);
  }, eventually);
  await item(page, 'Clara three').dragTo(item(page, 'Clara one'), { targetPosition: { x: 120, y: 3 } });
  await shown.toEqual(['from', 'three', 'one', 'two', 'to', 'last']);
  await expect.poll(() => testsOf(from), eventually).toEqual(['Clara three', 'Clara one', 'Clara two']);
  await item(page, 'Clara one').dragTo(item(page, 'Clara to'), { targetPosition: { x: 120, y: 20 } });
  await shown.toEqual(['from', 'three', 'two', 'to', 'last', 'one']);
  await expect.poll(() => testsOf(to), eventually).toEqual(['Clara last', 'Clara one']);
  await item(page, 'Clara to').dragTo(item(page, 'Clara from'), { targetPosition: { x: 120, y: 20 } });
  const parentOf = async (code: string) =>
    (await shop.author.modules()).find(one => one.moduleCode === code)?.parentModule;
  await expect.poll(() => parentOf(to), eventually).toBe(from);
});

test('a test is dragged by keyboard, and Escape leaves it where it was', { tags: 'full' }, async () => {
  const { page, from } = await openTree('Frida');
  const said = (words: string | RegExp) => page.getByText(words).waitFor({ state: 'attached' });
  await item(page, 'Frida one').click();
  await said('Control+Shift+D moves the selected items.');
  await page.keyboard.press('Control+Shift+D');
  await page.keyboard.press('ArrowDown');
  await said(/^Frida one: place \d of \d in Frida from$/);
  await page.keyboard.press('Escape');
  await said('Control+Shift+D moves the selected items.');
  expect(await testsOf(from)).toEqual(['Frida one', 'Frida two', 'Frida three']);
  await page.keyboard.press('Control+Shift+D');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await testsOf(from))[0], eventually).toBe('Frida two');
});

test('a typed letter moves the focus to the next item whose name begins with it', { tags: 'full' }, async () => {
  const { page } = await openTree('Zoe');
  const { moduleCode } = await shop.author.module('Emil');
  await item(page, 'Emil').waitFor();
  await item(page, 'Zoe one').click();
  await page.keyboard.press('e');
  await expect.poll(() => page.locator(':focus').innerText(), eventually).toBe('Emil');
  await page.keyboard.press('F2');
  await page.getByLabel(`Name of module ${moduleCode}`).waitFor();
});

test('the button for new modules and tests tells that it opens a menu, which is called as it', {
  tags: ['full'],
}, async () => {
  const page = await showIde(shop.app, '/p/shop/main/modules');
  const name = 'New module or test';
  const opener = page.getByRole('button', { name });
  expect(await opener.getAttribute('aria-haspopup')).toBe('menu');
  await opener.click();
  await page.getByRole('menu', { name }).waitFor({ timeout: 9_000 });
  expect(await opener.getAttribute('aria-expanded')).toBe('true');
  await page.keyboard.press('Escape');
  await expect.poll(() => opener.evaluate(one => one.matches(':focus'))).toBe(true);
});
