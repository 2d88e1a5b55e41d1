import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { expectAccessible, showIde } from './open-page.ts';
import { beginAction, comments, eventually, expectRows, useApp } from './shared-app.ts';

const shop = useApp();

test('blocks come and go whole, and an Else outside an If is refused', { tags: ['full'] }, async () => {
  const place = await shop.newTest(comments('one'));
  const page = await showIde(shop.app, place.path);
  await beginAction(page, 'else');
  await page.getByText('Else belongs in an If block').waitFor();
  expect(await shop.author.actions(place)).toHaveLength(1);
  await beginAction(page, 'if');
  const form = page.getByRole('form', { name: 'New action: If' });
  await form.getByLabel('Condition').fill('1 = 1');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expectRows(page, [/one/, /If 1 = 1/, /End/]);
  await page.getByRole('row', { name: 'If 1 = 1', selected: true }).waitFor();
  await beginAction(page, 'else');
  await expectRows(page, [/one/, /If 1 = 1/, /Else/, /End/]);
  await page.getByRole('row', { name: 'Else', selected: true }).waitFor();
  await page.getByRole('row', { name: 'End' }).click();
  await page.keyboard.press('Delete');
  await expectRows(page, [/one/]);
  await shop.author.do('createAction', { moduleCode: place.moduleCode, testCode: place.testCode, type: 'else' });
  await page.getByText('This Else is in no If block').waitFor();
});

test('a row runs by itself, actions are run up to it, inserted above it and extracted to a test', {
  tags: 'full',
}, async () => {
  const place = await shop.newTest(comments('one', 'hello {{user}}', 'three'));
  const { moduleCode, testCode } = place;
  await shop.author.do('editTest', { moduleCode, testCode, parameters: [{ name: 'user', default: 'ann' }] });
  const page = await showIde(shop.app, place.path);
  const ran = () => page.getByRole('grid', { name: 'Actions' }).getByRole('img', { name: 'passed' }).count();
  await page.getByRole('row', { name: 'hello' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Run this action' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Run to here' }).click();
  await expect.poll(ran, eventually).toBe(2);
  await page.getByRole('row', { name: 'three' }).click({ position: { x: 50, y: 4 } });
  await page.keyboard.press('Alt+Shift+Enter');
  await page.getByText('Adds before action 3').waitFor();
  await page.getByRole('combobox', { name: 'Find a kind of action' }).fill('reload');
  await page.keyboard.press('Enter');
  await expectRows(page, [/one/, /hello/, /Reload/, /three/]);
  await page.getByRole('row', { name: 'one' }).click({ position: { x: 50, y: 4 } });
  await page.getByRole('row', { name: 'hello' }).click({ position: { x: 50, y: 4 }, modifiers: ['Shift'] });
  await page.keyboard.press('Control+Shift+E');
  await expectRows(page, [/Plug test case Extracted actions/, /Reload/, /three/]);
  await expect
    .poll(async () => (await shop.author.actions(place))[0], eventually)
    .toMatchObject({ type: 'plugTest', parameters: { user: '{{user}}' } });
  await page.getByRole('row', { name: 'three' }).click({ position: { x: 50, y: 4 } });
  await page.keyboard.press('Control+z');
  await expectRows(page, [/one/, /hello/, /Reload/, /three/]);
});

const IF = { type: 'if', condition: '1 = 1' };
const BLOCK = [...comments('one'), IF, ...comments('inner'), { type: 'else' }, { type: 'end' }, ...comments('last')];

test('a block moves, is disabled and cut whole by its ends, and its Else stays in it', { tags: 'full' }, async () => {
  const place = await shop.newTest(BLOCK);
  const page = await showIde(shop.app, place.path);
  const choose = (name: string) => page.getByRole('row', { name }).click({ position: { x: 50, y: 4 } });
  await choose('If 1 = 1');
  await page.keyboard.press('Alt+ArrowUp');
  await expectRows(page, [/If 1 = 1/, /inner/, /Else/, /End/, /one/, /last/]);
  await choose('Else');
  await page.keyboard.press('Alt+ArrowDown');
  await page.getByText('An Else stays in its If block.').waitFor();
  await page.keyboard.press('Control+/');
  await page.getByText('An Else goes with its If block.').waitFor();
  await choose('End');
  await page.keyboard.press('Control+/');
  await expectRows(page, [/disabled If/, /disabled Comment inner/, /disabled Else/, /disabled End/, /one/, /last/]);
  await page.keyboard.press('Control+/');
  await expectRows(page, [/If 1 = 1/, /inner/, /Else/, /End/, /one/, /last/]);
  // From the middle of the block to a row behind it.
  await choose('inner');
  await page.getByRole('row', { name: 'one' }).click({ position: { x: 50, y: 4 }, modifiers: ['Shift'] });
  await page.keyboard.press('Control+x');
  await expectRows(page, [/last/]);
  await choose('last');
  await page.keyboard.press('Control+v');
  await expectRows(page, [/last/, /If 1 = 1/, /inner/, /Else/, /End/, /one/]);
});

test('the menu of the last row stays in the window, by mouse and by keys', { tags: ['full'] }, async () => {
  const place = await shop.newTest(comments(...Array.from({ length: 20 }, (_, index) => `row ${index + 1}`)));
  const page = await showIde(shop.app, place.path);
  await page.setViewportSize({ width: 1280, height: 560 });
  await page
    .getByRole('row', { name: 'row 1' })
    .first()
    .click({ position: { x: 50, y: 4 } });
  await page.keyboard.press('End');
  const last = page.getByRole('row', { name: 'row 20' });
  await last.click({ button: 'right' });
  const menu = page.getByRole('menu');
  await menu.waitFor();
  const { y = -1, height = 0 } = (await menu.boundingBox()) ?? {};
  expect(y).toBeGreaterThanOrEqual(0);
  expect(y + height).toBeLessThanOrEqual(560);
  await page.keyboard.press('End');
  expect((await page.getByRole('banner').boundingBox())?.y).toBe(0);
  await menu.getByRole('menuitem', { name: /^Copy ID/ }).click();
  await page.getByText(/^a\d+ copied$/).waitFor();
  await last.click({ button: 'right' });
  await menu.getByRole('menuitem', { name: 'Delete', exact: false }).last().click();
  await expect.poll(() => shop.author.actions(place).then(all => all.length), eventually).toBe(19);
});

test('actions that the browser did not let the page copy are pasted by the menu, and not what was copied before', {
  tags: ['full'],
}, async () => {
  const place = await shop.newTest(comments('one', 'two'));
  const prepare = async (one: Page) => {
    await one.addInitScript(`if ('clipboard' in navigator) {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'));
      navigator.clipboard.readText = () => Promise.resolve('{"type": "comment", "text": "before"}');
    }`);
  };
  const page = await showIde(shop.app, place.path, { prepare });
  const choose = async (row: string, command: string) => {
    await page.getByRole('row', { name: row }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: command }).click();
  };
  await choose('two', 'Paste');
  await expectRows(page, [/one/, /two/, /before/]);
  await choose('one', 'Copy Ctrl');
  await page.getByText('The browser did not let this page copy: only “Paste”').waitFor();
  await choose('before', 'Paste');
  await expectRows(page, [/one/, /two/, /before/, /one/]);
});
