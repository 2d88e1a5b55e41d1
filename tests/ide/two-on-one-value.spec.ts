// @module-tag full
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { expectAccessible, showIde } from './open-page.ts';
import { eventually, expectRows, type Place, useApp } from './shared-app.ts';

const shop = useApp();

async function openEditor(): Promise<Place & { page: Page }> {
  const place = await shop.newTest([{ type: 'fill', locator: "getByLabel('Name')", value: 'Ann' }]);
  const page = await showIde(shop.app, place.path);
  await page.getByRole('gridcell').getByRole('button', { name: 'Ann', exact: true }).click();
  return { ...place, page };
}

const codesOf = ({ moduleCode, testCode }: Place) => ({ moduleCode, testCode });
const valuesOf = async (place: Place) => (await shop.author.actions(place)).map(({ value }) => value);

test('who types where somebody else has just saved sees who it was and what, and chooses', async () => {
  const { page, ...place } = await openEditor();
  const form = page.getByRole('form', { name: 'Change value' });
  const field = form.getByRole('textbox', { name: 'Value' });
  await field.fill('Mine');
  await shop.author.do('editAction', { ...codesOf(place), actionIndex: 0, value: 'Theirs' });
  await form
    .getByRole('alert')
    .getByText(/^Changed elsewhere by .+: “Theirs”$/)
    .waitFor();
  await expectAccessible(page);
  expect(await field.inputValue()).toBe('Mine');
  await field.press('Enter');
  expect(await valuesOf(place)).toEqual(['Theirs']);
  await form.getByRole('button', { name: 'Take theirs' }).click();
  expect(await field.inputValue()).toBe('Theirs');
  await field.fill('Mine again');
  await shop.author.do('editAction', { ...codesOf(place), actionIndex: 0, value: 'Theirs again' });
  await form.getByRole('button', { name: 'Keep mine' }).click();
  await field.press('Enter');
  await expectRows(page, [/Type Mine again/]);
  await expect.poll(() => valuesOf(place), eventually).toEqual(['Mine again']);
});

test('what is typed into a row that somebody else deletes goes on as a new action', async () => {
  const { page, ...place } = await openEditor();
  await page.getByRole('form', { name: 'Change value' }).getByRole('textbox', { name: 'Value' }).fill('Mine');
  await shop.author.do('deleteAction', { ...codesOf(place), actionIndex: 0 });
  await page.getByText('What you typed is in the form of a new one.').waitFor();
  const form = page.getByRole('form', { name: 'New action: Type' });
  expect(await form.getByRole('textbox', { name: 'Value' }).inputValue()).toBe('Mine');
  expect(await form.getByRole('textbox', { name: 'Locator' }).inputValue()).toBe("getByLabel('Name')");
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.poll(() => valuesOf(place), eventually).toEqual(['Mine']);
});

test('nothing is asked where the other one saved the same, or another field', async () => {
  const { page, ...place } = await openEditor();
  const form = page.getByRole('form', { name: 'Change value' });
  const field = form.getByRole('textbox', { name: 'Value' });
  await field.fill('Same');
  await shop.author.do('editAction', { ...codesOf(place), actionIndex: 0, value: 'Same', comment: 'Theirs' });
  await expectRows(page, [/Type Same/]);
  expect(await form.getByRole('alert').count()).toBe(0);
  await field.fill('Mine');
  await field.press('Enter');
  await expect.poll(() => shop.author.actions(place), eventually).toMatchObject([{ value: 'Mine', comment: 'Theirs' }]);
});
