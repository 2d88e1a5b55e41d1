import { expect, test } from 'vitest';
import { expectFocus } from './focused.ts';
import { expectAccessible, expectAccessibleInThemes, showIde } from './open-page.ts';
import { comments, eventually, expectRows, useApp } from './shared-app.ts';

const shop = useApp();

const CLICK = { type: 'click', locator: "getByRole('button', { name: 'Buy' })" };

test('a half-filled form survives a reload, another row, another test and Back, and keeps a refused value', {
  tags: 'full',
}, async () => {
  const place = await shop.newTest([CLICK, ...comments('two')]);
  const other = await shop.newTest(comments('elsewhere'), 'Another test');
  const page = await showIde(shop.app, place.path);
  await page.getByRole('row', { name: 'Click' }).press('Enter');
  const form = page.getByRole('form', { name: 'Click: fields' });
  const locator = form.getByRole('textbox', { name: 'Locator' });
  await locator.fill("getByRole('butto");
  await page.getByRole('row', { name: 'two' }).click();
  await page.getByRole('row', { name: 'two' }).press('Enter');
  await page.getByRole('form', { name: 'Comment: fields' }).getByLabel('Text').fill('two and a half');
  await page.getByRole('treeitem', { name: 'Another test' }).click();
  await expectRows(page, [/elsewhere/]);
  await page.goBack();
  await expect.poll(() => locator.inputValue(), eventually).toBe("getByRole('butto");
  await page.reload();
  await expect.poll(() => locator.inputValue(), eventually).toBe("getByRole('butto");
  expect(await page.getByRole('form', { name: 'Comment: fields' }).getByLabel('Text').inputValue()).toBe(
    'two and a half',
  );
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => locator.getAttribute('aria-invalid'), eventually).toBe('true');
  expect(await locator.inputValue()).toBe("getByRole('butto");
  await form.getByRole('button', { name: 'Cancel' }).click();
  await form.waitFor({ state: 'detached' });
  expect((await shop.author.actions(place))[0]).toMatchObject(CLICK);
  expect(other.path).not.toBe(place.path);
});

test('a letter and Enter take a kind, its first field gets the focus, and only what it takes is asked for', {
  tags: 'full',
}, async () => {
  const place = await shop.newTest(comments('one'));
  const page = await showIde(shop.app, place.path, { viewport: { width: 1280, height: 800 } });
  await page.getByRole('button', { name: 'Add action' }).click();
  await page.getByRole('combobox', { name: 'Find a kind of action' }).waitFor();
  await expectAccessibleInThemes(page);
  await page.keyboard.type('as');
  await page.keyboard.press('Enter');
  await expectFocus(page, /^Matcher/);
  const form = page.getByRole('form', { name: 'New action: Check' });
  const labels = async () => (await form.locator('label').allInnerTexts()).map(text => text.replace(/\W+$/, ''));
  await form.getByLabel('Matcher').selectOption('Is visible');
  await expect.poll(labels, eventually).toEqual(['Matcher', 'Locator']);
  await form.getByLabel('Matcher').selectOption('Has the address');
  await expect.poll(labels, eventually).toEqual(['Matcher', 'Expected']);
  await form.getByLabel('Matcher').selectOption('Has the text');
  await form.getByLabel('Locator').fill("getByRole('heading')");
  await form.getByLabel('Expected').fill('2 notes');
  await expect.poll(labels, eventually).toEqual(['Matcher', 'Locator', 'Expected']);
  const box = await form.getByRole('button', { name: 'Add' }).boundingBox();
  expect((box?.y ?? 800) + (box?.height ?? 0)).toBeLessThan(800);
  await expectAccessible(page);
  await page.reload();
  await expect.poll(() => form.getByLabel('Expected').inputValue(), eventually).toBe('2 notes');
  // What a matcher has no use for is left out, not refused.
  await form.getByLabel('Matcher').selectOption('Is visible');
  await form.getByRole('button', { name: 'Add' }).click();
  await form.waitFor({ state: 'detached' });
  await expect
    .poll(async () => (await shop.author.actions(place))[1], eventually)
    .toMatchObject({ type: 'assert', matcher: 'toBeVisible', locator: "getByRole('heading')" });
  expect(await page.getByRole('form').count()).toBe(0);
});

test('the new name of a feature outlasts its dialog, unless it is cancelled', { tags: 'full' }, async () => {
  await shop.author.do('createFeature', { text: 'Feature: Basket\n\n  Scenario: One\n    Given it\n' });
  const page = await showIde(shop.app, '/p/shop/main/features/f1');
  const dialog = page.getByRole('dialog', { name: 'Rename the feature' });
  const open = () => page.getByRole('treeitem', { name: 'Feature Basket' }).press('F2');
  await open();
  await dialog.getByLabel('Name').fill('Cart');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await open();
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Cart');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await open();
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Basket');
});
