// @module-tag full
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { expectAccessibleInThemes, showIde } from './open-page.ts';
import { useApp } from './shared-app.ts';

const shop = useApp();
beforeAll(async () => {
  const scenarios = ['One', 'Two', 'Three'].map(name => `  Scenario: ${name}\n    Given ${name} is there\n`);
  await shop.author.do('createFeature', { text: `Feature: Long\n${scenarios.join('')}` });
});

const scenario = (page: Page, name: string) => page.getByRole('region', { name: `Scenario ${name}` });

it('scenarios of a long feature are folded one by one or all together, by mouse and by keyboard', async () => {
  const page = await showIde(shop.app, '/p/shop/main/features/f1');
  await scenario(page, 'Two').getByText('Two is there').waitFor();
  await scenario(page, 'Two').getByRole('button', { name: 'Steps of Two', expanded: true }).press('Enter');
  await scenario(page, 'Two').getByRole('listitem').waitFor({ state: 'detached' });
  await scenario(page, 'Two').getByText('0 of 1 steps linked').waitFor();
  expect(await scenario(page, 'One').getByRole('listitem').count()).toBe(1);
  await page.getByRole('button', { name: 'Collapse all' }).click();
  for (const name of ['One', 'Two', 'Three'])
    await scenario(page, name)
      .getByRole('button', { name: `Steps of ${name}`, expanded: false })
      .waitFor();
  await expectAccessibleInThemes(page);
  await page.getByRole('button', { name: 'Expand all' }).press('Enter');
  for (const name of ['One', 'Two', 'Three']) await scenario(page, name).getByText(`${name} is there`).waitFor();
  await page.getByRole('treeitem', { name: 'Scenario Two' }).click();
  await page.getByRole('heading', { name: 'Long › Scenario: Two' }).waitFor();
  expect(await page.getByRole('button', { name: 'Steps of Two' }).count()).toBe(0);
});

it('folded scenarios stay folded after a visit to other features and views', async () => {
  await shop.author.do('createFeature', { text: 'Feature: Short\n  Scenario: Four\n    Given it\n' });
  const page = await showIde(shop.app, '/p/shop/main/features/f1');
  const foldOf = (name: string, expanded: boolean) =>
    scenario(page, name).getByRole('button', { name: `Steps of ${name}`, expanded });
  await foldOf('Two', true).press('Enter');
  await page.getByRole('treeitem', { name: 'Feature Short' }).click();
  await scenario(page, 'Four').waitFor();
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Modules' }).click();
  await page.getByRole('heading', { name: 'No tests yet' }).waitFor();
  await page.goBack();
  await page.getByRole('treeitem', { name: 'Feature Long' }).click();
  await foldOf('Two', false).waitFor();
  await foldOf('One', true).waitFor();
});
