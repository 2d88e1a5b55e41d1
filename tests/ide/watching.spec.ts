import { expect, test } from 'vitest';
import { z } from 'zod';
import { expectAccessible, showIde } from './open-page.ts';
import { comments, eventually, useApp } from './shared-app.ts';

const shop = useApp({ isAnew: true });
const Watched = z.object({ watched: z.array(z.looseObject({ code: z.string() })) });

test('what is watched has an eye in the tree, whoever watches it, and runs again when its part is edited', {
  tags: 'full',
}, async () => {
  const { author, app } = shop;
  const { path, moduleCode, testCode } = await shop.newTest(comments('a'), 'Part');
  const whole = await author.test(moduleCode, 'Whole', { actions: [{ type: 'plugTest', test: testCode }] });
  const page = await showIde(app, path);
  const row = (name: string) => page.getByRole('treeitem', { name });
  const choose = async (name: string, other: string) => {
    await row('Test Whole').click({ button: 'right' });
    await page.getByRole('menuitem', { name, exact: true }).waitFor();
    expect(await page.getByRole('menuitem', { name: other, exact: true }).count()).toBe(0);
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  await author.do('startWatching', { codes: [whole.testCode] });
  await row('Test Whole, watched').waitFor();
  await choose('Stop watching', 'Watch');
  await row('Test Whole, watched').waitFor({ state: 'detached' });
  await choose('Watch', 'Stop watching');
  await row('Test Whole, watched').getByTitle('Runs again when it or what it plugs in changes').waitFor();
  expect(await row('Test Part, watched').count()).toBe(0);
  await author.do('editTest', { moduleCode, testCode, actions: comments('b') });
  await row('Test Whole, passed, watched').waitFor();
  await expectAccessible(page);
  await page.reload();
  await row('Test Whole, passed, watched').waitFor();
});

test('a test is watched, and is not any more, by the menu of its head', async () => {
  const { path, testCode } = await shop.newTest(comments('a'), 'Part');
  const page = await showIde(shop.app, path);
  const choose = async (name: string, other: string) => {
    await page.getByRole('button', { name: 'More about this test' }).click();
    await page.getByRole('menuitem', { name, exact: true }).waitFor();
    expect(await page.getByRole('menuitem', { name: other, exact: true }).count()).toBe(0);
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  await choose('Watch', 'Stop watching');
  await page.getByRole('treeitem', { name: 'Test Part, watched' }).waitFor();
  const { watched } = await shop.author.client.call('getWatched', {}, Watched);
  expect(watched).toEqual([expect.objectContaining({ code: testCode })]);
  await choose('Stop watching', 'Watch');
  await page.getByRole('treeitem', { name: 'Test Part, watched' }).waitFor({ state: 'detached' });
});

test('scenarios and features are watched from their tree and by the command', async () => {
  const { author, app } = shop;
  await author.do('createFeature', {
    file: 'orders.feature',
    text: 'Feature: Orders\n  Scenario: One\n    Given it\n',
  });
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
