import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { actionsOfText } from '../../ide/app/edits.ts';
import { expectAccessible, showIde } from './open-page.ts';
import { comments, eventually, expectRows, type Place, rowsOf, useApp } from './shared-app.ts';

const shop = useApp();

const textsOf = async (place: Place) => (await shop.author.actions(place)).map(({ text }) => text);
const row = (page: Page, name: string) => page.getByRole('row', { name });
const expectChosen = (page: Page, words: readonly string[]) =>
  expect
    .poll(() => rowsOf(page).and(page.locator('[aria-selected=true]')).allInnerTexts(), eventually)
    .toEqual(words.map(word => expect.stringContaining(word)));

/** No edit is under way any more. */
const expectSaved = (page: Page) =>
  expect
    .poll(
      () =>
        page
          .getByRole('status')
          .filter({ hasText: /^Saving$/ })
          .count(),
      eventually,
    )
    .toBe(0);

async function openRows(words: readonly string[]) {
  const place = await shop.newTest(comments(...words));
  const page = await showIde(shop.app, place.path);
  await expectRows(
    page,
    words.map(word => new RegExp(word)),
  );
  return { place, page };
}

test('rows are selected together with Shift, Ctrl and the keyboard', { tags: 'full' }, async () => {
  const { page } = await openRows(['one', 'two', 'three', 'four']);
  await row(page, 'one').click();
  await row(page, 'three').click({ modifiers: ['Shift'] });
  await expectChosen(page, ['one', 'two', 'three']);
  await row(page, 'two').click({ modifiers: ['Control'] });
  await expectChosen(page, ['one', 'three']);
  await row(page, 'four').click({ modifiers: ['Control'] });
  await expectChosen(page, ['one', 'three', 'four']);
  await expectAccessible(page);
  await row(page, 'two').click();
  await expectChosen(page, ['two']);
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expectChosen(page, ['two', 'three', 'four']);
  await page.keyboard.press('Shift+ArrowUp');
  await expectChosen(page, ['two', 'three']);
  await page.keyboard.press('ArrowUp');
  await expectChosen(page, ['two']);
  await page.keyboard.press('Control+a');
  await expectChosen(page, ['one', 'two', 'three', 'four']);
  await page.keyboard.press('Escape');
  await expectChosen(page, ['one']);
});

test('several actions are deleted at once, and one undo brings them back', { tags: 'full' }, async () => {
  const { page, place } = await openRows(['one', 'two', 'three', 'four']);
  const ids = (await shop.author.actions(place)).map(({ actionId }) => actionId);
  await row(page, 'one').click();
  await row(page, 'three').click({ modifiers: ['Control'] });
  await page.keyboard.press('Delete');
  await expectRows(page, [/two/, /four/]);
  await expectChosen(page, ['four']);
  await page.getByText('2 actions deleted').waitFor();
  expect(await textsOf(place)).toEqual(['two', 'four']);
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expectRows(page, [/one/, /two/, /three/, /four/]);
  expect((await shop.author.actions(place)).map(({ actionId }) => actionId)).toEqual(ids);
});

test('the undo of a message reverts only what the user did, not what others did since', { tags: 'full' }, async () => {
  const { page, place } = await openRows(['one', 'two']);
  await row(page, 'one').click();
  await page.keyboard.press('Delete');
  await page.getByText('Action 1 deleted').waitFor();
  await shop.author.module('Made meanwhile');
  await page.getByRole('treeitem', { name: 'Made meanwhile' }).waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expectRows(page, [/one/, /two/]);
  expect(await textsOf(place)).toEqual(['one', 'two']);
  expect(await page.getByRole('treeitem', { name: 'Made meanwhile' }).count()).toBe(1);
});

test('several actions are disabled, duplicated and moved together', { tags: 'full' }, async () => {
  const { page, place } = await openRows(['one', 'two', 'three', 'four']);
  await row(page, 'one').click();
  await row(page, 'two').click({ modifiers: ['Shift'] });
  await page.keyboard.press('Control+/');
  await expectRows(page, [/disabled ?Comment one/, /disabled ?Comment two/, /Comment three/, /Comment four/]);
  await page.keyboard.press('Control+/');
  await expectRows(page, [/Comment one/, /Comment two/, /three/, /four/]);
  await page.keyboard.press('Alt+ArrowDown');
  await expectRows(page, [/three/, /one/, /two/, /four/]);
  await page.keyboard.press('Alt+ArrowDown');
  await expectRows(page, [/three/, /four/, /one/, /two/]);
  await page.keyboard.press('Alt+ArrowUp');
  await expectRows(page, [/three/, /one/, /two/, /four/]);
  await page.keyboard.press('Control+d');
  await expectRows(page, [/three/, /one/, /two/, /one/, /two/, /four/]);
  await expect.poll(() => textsOf(place), eventually).toEqual(['three', 'one', 'two', 'one', 'two', 'four']);
});

test('an edit of several actions is a single undo step', { tags: 'full' }, async () => {
  const { page, place } = await openRows(['one', 'two', 'three', 'four']);
  const asTheyWere = [/Comment one/, /Comment two/, /Comment three/, /Comment four/];
  const undone = async (title: string) => {
    const reply = z.object({ undone: z.object({ title: z.string() }) });
    const { undone: step } = await shop.author.client.call('undo', { any: true }, reply);
    expect(step.title).toBe(`${title} in ${place.testCode}`);
    await expectRows(page, asTheyWere);
  };
  await row(page, 'one').click();
  await row(page, 'three').click({ modifiers: ['Control'] });
  await page.keyboard.press('Control+/');
  await expectRows(page, [/disabled ?Comment one/, /two/, /disabled ?Comment three/, /four/]);
  await expectSaved(page);
  await undone('editActions (2)');
  await page.keyboard.press('Alt+ArrowDown');
  await expectRows(page, [/two/, /four/, /one/, /three/]);
  await expectSaved(page);
  await undone('moveActions (2)');
  await page.keyboard.press('Control+x');
  await expectRows(page, [/two/, /four/]);
  await expectSaved(page);
  await undone('deleteActions (2)');
  await row(page, 'four').click();
  await page.keyboard.press('Control+v');
  await expectRows(page, [...asTheyWere, /one/, /three/]);
  await expectSaved(page);
  await undone('createActions (2)');
});

test('actions are copied, cut and pasted, also into another test', { tags: 'full' }, async () => {
  const { page, place } = await openRows(['one', 'two', 'three']);
  await row(page, 'one').click();
  await row(page, 'two').click({ modifiers: ['Shift'] });
  await page.keyboard.press('Control+c');
  await row(page, 'three').click();
  await page.keyboard.press('Control+v');
  await expectRows(page, [/one/, /two/, /three/, /one/, /two/]);
  await expectChosen(page, ['one', 'two']);
  await page.keyboard.press('Control+x');
  await expectRows(page, [/one/, /two/, /three/]);
  const other = await shop.author.test(place.moduleCode, 'Other', { actions: comments('first') });
  await page.getByRole('treeitem', { name: 'Test Other' }).click();
  await row(page, 'first').click();
  await page.keyboard.press('Control+v');
  await expectRows(page, [/first/, /one/, /two/]);
  await expect.poll(() => textsOf({ ...place, testCode: other.testCode }), eventually).toEqual(['first', 'one', 'two']);
});

test('rows are dragged to another place by their numbers', { tags: 'full' }, async () => {
  const { page, place } = await openRows(['one', 'two', 'three', 'four']);
  const handle = (name: string) => row(page, name).getByRole('gridcell').nth(1);
  await handle('one').dragTo(row(page, 'three'), { targetPosition: { x: 200, y: 30 } });
  await expectRows(page, [/two/, /three/, /one/, /four/]);
  await row(page, 'one').click();
  await row(page, 'four').click({ modifiers: ['Shift'] });
  await handle('four').dragTo(row(page, 'two'), { targetPosition: { x: 200, y: 4 } });
  await expectRows(page, [/one/, /four/, /two/, /three/]);
  await expect.poll(() => textsOf(place), eventually).toEqual(['one', 'four', 'two', 'three']);
});

test.each([
  ['not JSON', undefined],
  ['{"name": "x"}', undefined],
  ['[]', undefined],
  ['{"type": "reload"}', [{ type: 'reload' }]],
  ['[{"type": "visit", "url": "/"}]', [{ type: 'visit', url: '/' }]],
])('clipboard text %s is read as actions only if it holds any', (text, actions) => {
  expect(actionsOfText(text)).toEqual(actions);
});
