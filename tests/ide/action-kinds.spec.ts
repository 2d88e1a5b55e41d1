import { expect, test } from 'vitest';
import { expectAccessible, showIde } from './open-page.ts';
import { eventually, expectRows, type Place, useApp } from './shared-app.ts';

const shop = useApp();

const LOCATOR = "getByLabel('Name')";
const firstOf = async (place: Place) => (await shop.author.actions(place))[0];

test('an action changes to another kind and keeps the fields that both kinds have', { tags: ['full'] }, async () => {
  const place = await shop.newTest([{ type: 'fill', locator: LOCATOR, value: 'Ann' }]);
  const page = await showIde(shop.app, place.path);
  await page.getByRole('row', { name: 'Type' }).dblclick();
  const form = page.getByRole('form', { name: 'Type: fields' });
  await form.getByLabel('Kind').selectOption('Choose');
  expect(await form.getByLabel('Locator').inputValue()).toBe(LOCATOR);
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Values is needed.').waitFor();
  expect((await firstOf(place))?.type).toBe('fill');
  await form.getByLabel('Values').fill('red');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expectRows(page, [/Choose .*Name/]);
  await expect.poll(() => firstOf(place), eventually).toMatchObject({ type: 'select', locator: LOCATOR });
  expect(await firstOf(place)).not.toHaveProperty('value');
});

test('fields of the first kind are still filled in when that kind is chosen again', { tags: 'full' }, async () => {
  const place = await shop.newTest([{ type: 'fill', locator: LOCATOR, value: 'Ann' }]);
  const page = await showIde(shop.app, place.path);
  await page.getByRole('row', { name: 'Type' }).dblclick();
  const form = page.getByRole('form', { name: 'Type: fields' });
  await form.getByLabel('Value').fill('Berta');
  await form.getByLabel('Kind').selectOption('Click');
  expect(await form.getByLabel('Value').count()).toBe(0);
  // What is typed for another kind meanwhile does not get in the way.
  await form.getByLabel('Kind').selectOption('Choose');
  await form.getByLabel('Values').fill('red');
  await form.getByLabel('Kind').selectOption('Type');
  expect(await form.getByLabel('Value').inputValue()).toBe('Berta');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => firstOf(place), eventually).toMatchObject({ type: 'fill', value: 'Berta' });
});

test('the form asks which kind to keep when somebody else changes it meanwhile', { tags: 'full' }, async () => {
  const place = await shop.newTest([{ type: 'click', locator: LOCATOR }]);
  const page = await showIde(shop.app, place.path);
  await page.getByRole('row', { name: 'Click' }).dblclick();
  await page.getByLabel('Kind').selectOption('hover');
  const { moduleCode, testCode } = place;
  await shop.author.do('editAction', { moduleCode, testCode, actionIndex: 0, type: 'dblclick' });
  await page.getByText('Changed elsewhere').waitFor();
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await firstOf(place))?.type, eventually).toBe('hover');
});
