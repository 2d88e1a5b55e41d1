import { beforeAll, expect, it } from 'vitest';
import { expectAccessible, showIde } from './open-page.ts';
import { eventually, useApp } from './shared-app.ts';

const shop = useApp();
beforeAll(async () => {
  const { moduleCode } = await shop.author.module('Shop');
  await shop.author.test(moduleCode, 'Buy');
  await shop.author.test(moduleCode, 'Pay');
});

it('the menu of a test offers what can be done with it, exports it, and deletes it alone', async () => {
  const page = await showIde(shop.app, '/p/shop/main/modules/m1/t1');
  const open = () => page.getByRole('button', { name: 'More about this test' }).click();
  const item = (name: string | RegExp) => page.getByRole('menuitem', { name });
  await open();
  const names = async () => (await page.getByRole('menuitem').allInnerTexts()).map(text => text.split('\n')[0]);
  await expect
    .poll(names, eventually)
    .toEqual(['Run', 'Watch', 'Rename', 'Duplicate', 'Move to…', 'Export…', 'Copy code', 'Copy link', 'Delete']);
  await expectAccessible(page);
  await item('Export…').click();
  await page.getByRole('dialog', { name: /^Export/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await open();
  await item(/^Delete/).click();
  await expect.poll(() => page.getByRole('treeitem').allInnerTexts(), eventually).toHaveLength(2);
  expect(await page.getByRole('treeitem', { name: /Pay/ }).count()).toBe(1);
});
