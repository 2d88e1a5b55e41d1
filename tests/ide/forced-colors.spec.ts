// @module-tag full
import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { expectAccessible, showIde } from './open-page.ts';
import { comments, eventually, useApp } from './shared-app.ts';

const shop = useApp();

const outlineOf = (element: Locator): Promise<string> =>
  element.evaluate(one => String(one.ownerDocument.defaultView?.getComputedStyle(one).outlineStyle));

const markOf = async (element: Locator) => ((await outlineOf(element)) === 'none' ? 'plain' : 'marked');

const expectMarked = async (chosen: Locator, other: Locator) => {
  await expect.poll(() => markOf(chosen), eventually).toBe('marked');
  expect(await markOf(other)).toBe('plain');
};

const show = (path: string): Promise<Page> => showIde(shop.app, path, { forcedColors: 'active' });

it('forced colours mark the chosen row of the tree and of the test, the tab, and the filter that is set', async () => {
  const { author } = shop;
  const { moduleCode, path } = await shop.newTest(comments('one', 'two'), 'Valid user');
  await author.test(moduleCode, 'Other user', { actions: comments('a') });
  const page = await show(path);
  const item = (name: string) => page.getByRole('treeitem', { name });
  await expectMarked(item('Test Valid user'), item('Test Other user'));
  const view = (name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name });
  await expectMarked(view('Modules'), view('Features'));
  const row = (name: string) => page.getByRole('row', { name });
  await row('two').click();
  await expectMarked(row('two'), row('one'));
  const shown = page.getByRole('button', { name: /^Shown: / });
  expect(await markOf(shown)).toBe('plain');
  await shown.click();
  const choice = (name: string) => page.getByRole('menuitemradio', { name });
  await page.keyboard.press('End');
  await expectMarked(choice('All'), choice('Failed the last time'));
  await choice('Not run yet').click();
  await expect.poll(() => markOf(shown), eventually).toBe('marked');
  await expectAccessible(page);
});

it('forced colours mark the chosen part of segmented controls, the section of the settings, and options of lists', async () => {
  const { testCode } = await shop.newTest(comments('one'), 'Sign out');
  await shop.author.test('m1', 'Nightly', { type: 'suite', actions: [{ type: 'plugTest', test: testCode }] });
  const page = await show('/p/shop/main/ci');
  const segment = (name: string) =>
    page.getByRole('radiogroup', { name: 'What runs' }).locator('label', { hasText: name });
  await expectMarked(segment('Suite'), segment('Everything'));
  await page.getByRole('combobox', { name: 'CI server' }).click();
  await page.keyboard.press('ArrowDown');
  const options = page.getByRole('listbox', { name: 'CI server' }).getByRole('option');
  await expectMarked(options.and(page.locator('[aria-selected=true]')).first(), options.last());
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const section = (name: string) => page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name });
  await section('Appearance').click();
  await expectMarked(section('Appearance'), section('Environments'));
});

it('a chosen row with the focus differs from one that is only chosen', async () => {
  const { path } = await shop.newTest(comments('one'), 'Focused');
  const page = await show(path);
  const chosen = page.getByRole('treeitem', { name: 'Test Focused' });
  await expect.poll(() => outlineOf(chosen), eventually).toBe('solid');
  await chosen.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => outlineOf(chosen), eventually).toBe('double');
});
