import { expect, test } from 'vitest';
import { expectAccessible, showIde } from './open-page.ts';
import { comments, eventually, useApp } from './shared-app.ts';

const shop = useApp({ isAnew: true });

test('what is watched has an eye in the trees of every page, and runs again when its part is edited', async () => {
  const { author, app } = shop;
  const { path, moduleCode, testCode } = await shop.newTest(comments('a'), 'Part');
  await author.test(moduleCode, 'Whole', { actions: [{ type: 'plugTest', test: testCode }] });
  const page = await showIde(app, path);
  const other = await showIde(app, path);
  const row = (name: string, shown = page) => shown.getByRole('treeitem', { name });
  await row('Test Whole').click({ button: 'right' });
  expect(await page.getByRole('menuitem', { name: 'Stop watching' }).count()).toBe(0);
  await page.getByRole('menuitem', { name: 'Watch' }).click();
  await row('Test Whole, watched').waitFor();
  await row('Test Whole, watched', other).waitFor();
  expect(await row('Test Whole').getByTitle('Runs again when it or what it plugs in changes').count()).toBe(1);
  expect(await row('Test Part, watched').count()).toBe(0);
  await expectAccessible(page);
  await author.do('editTest', { moduleCode, testCode, actions: comments('b') });
  await row('Test Whole, passed, watched').waitFor();
  await page.reload();
  await row('Test Whole, passed, watched').waitFor();
  await row('Test Whole').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Stop watching' }).click();
  for (const shown of [page, other])
    await expect.poll(() => shown.getByRole('treeitem', { name: 'watched' }).count(), eventually).toBe(0);
});

test('scenarios and features are watched from their tree and by the command', { tags: 'full' }, async () => {
  const { author, app } = shop;
  await author.do('createFeature', { file: 'orders.feature', text: 'Feature: Orders\n  Scenario: One\n    Given it\n' });
  const page = await showIde(app, '/p/shop/main/features/f1');
  const feature = page.getByRole('treeitem', { name: /^Feature Orders/ });
  await feature.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Watch' }).click();
  await page.getByRole('treeitem', { name: /^Feature Orders.*watched$/ }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Stop watching');
  await page.getByRole('option', { name: /Stop watching/ }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByRole('treeitem', { name: 'watched' }).count(), eventually).toBe(0);
});
