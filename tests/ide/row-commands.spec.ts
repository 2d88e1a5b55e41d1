import { expect, test } from 'vitest';
import { expectAccessible, openIde } from './open-page.ts';
import { comments, eventually, expectRows, useApp } from './shared-app.ts';

const shop = useApp();

test('a row runs by itself, actions are run up to it, inserted above it and extracted to a test', async () => {
  const place = await shop.newTest(comments('one', 'hello {{user}}', 'three'));
  const { moduleCode, testCode } = place;
  await shop.author.do('editTest', { moduleCode, testCode, parameters: [{ name: 'user', default: 'ann' }] });
  await using opened = await openIde(shop.app, place.path);
  const { page, faults } = opened;
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
  expect(faults).toEqual([]);
});
