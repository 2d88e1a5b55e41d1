import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { showIde } from './open-page.ts';
import { eventually, useApp } from './shared-app.ts';

const shop = useApp();

/** Others of that name may come to it. */
const item = (page: Page, name: string) => page.getByRole('treeitem', { name }).first();
const arrow = (page: Page, name: string) => item(page, name).locator('[data-fold]');

const expectOpen = (page: Page, name: string, isOpen: boolean) =>
  expect.poll(() => item(page, name).getAttribute('aria-expanded'), eventually).toBe(String(isOpen));

const expectChosen = (page: Page, name: string) =>
  expect.poll(() => item(page, name).getAttribute('aria-selected'), eventually).toBe('true');

interface Tree {
  path: string;
  /** Both hold something. */
  first: string;
  second: string;
}

const TREES: readonly [string, () => Promise<Tree>][] = [
  [
    'features',
    async () => {
      for (const name of ['Basket', 'Orders'])
        await shop.author.do('createFeature', { text: `Feature: ${name}\n  Scenario: In ${name}\n    Given it\n` });
      return { path: 'features', first: 'Feature Basket', second: 'Feature Orders' };
    },
  ],
  [
    'modules',
    async () => {
      for (const name of ['Basket', 'Orders']) {
        const { moduleCode } = await shop.author.module(name);
        await shop.author.test(moduleCode, `In ${name}`, { actions: [] });
      }
      return { path: 'modules', first: 'Module Basket', second: 'Module Orders' };
    },
  ],
];

it.each(TREES)(
  'a click selects one of the %s and leaves it open, and a second click, arrow or key folds it',
  { tags: 'full' },
  async (_word, make) => {
    const { path, first, second } = await make();
    const page = await showIde(shop.app, `/p/shop/main/${path}`);
    await item(page, second).waitFor();
    for (const name of [first, second]) await expectOpen(page, name, true);
    await item(page, first).click();
    await expectChosen(page, first);
    await item(page, second).click();
    await expectChosen(page, second);
    for (const name of [first, second]) await expectOpen(page, name, true);
    await item(page, second).click();
    await expectOpen(page, second, false);
    await arrow(page, first).click();
    await expectOpen(page, first, false);
    await expectChosen(page, second);
    await arrow(page, first).click();
    await expectOpen(page, first, true);
    await expectChosen(page, second);
    await page.keyboard.press('ArrowLeft');
    await expectOpen(page, first, false);
    await page.keyboard.press('Enter');
    await expectChosen(page, first);
    await expectOpen(page, first, true);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expectOpen(page, first, false);
  },
);

it.each(TREES)(
  'filtered %s can be folded and are open again with the next filter',
  { tags: 'full' },
  async (_word, make) => {
    const { path, first, second } = await make();
    const page = await showIde(shop.app, `/p/shop/main/${path}`);
    const filter = page.getByRole('textbox', { name: /^Filter / });
    await item(page, second).waitFor();
    await arrow(page, second).click();
    await filter.fill('in');
    await expectOpen(page, second, true);
    // From the field to what is left, and back to all by Escape.
    await filter.press('ArrowDown');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    await expectOpen(page, first, false);
    await expectOpen(page, second, true);
    await filter.fill('in b');
    await expectOpen(page, first, true);
    await filter.press('Escape');
    await expect.poll(() => filter.inputValue(), eventually).toBe('');
    await expectOpen(page, first, true);
    await expectOpen(page, second, false);
  },
);

it.each(TREES)('folded %s stay folded after a visit to another view', { tags: 'full' }, async (_word, make) => {
  const { path, first, second } = await make();
  const page = await showIde(shop.app, `/p/shop/main/${path}`);
  const views = page.getByRole('navigation', { name: 'Views' });
  await item(page, first).waitFor();
  await arrow(page, first).click();
  await views.getByRole('link', { name: 'Runs' }).click();
  await item(page, first).waitFor({ state: 'detached' });
  await views.getByRole('link', { name: path, exact: false }).click();
  await expectOpen(page, first, false);
  await expectOpen(page, second, true);
});
