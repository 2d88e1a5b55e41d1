// @module-tag full
import { beforeAll, expect, it } from 'vitest';
import { featuresOf, noticed, putFeature } from '../support/feature-files.ts';
import { FEATURE, ORDERS } from './feature-texts.ts';
import { showIde } from './open-page.ts';
import { eventually, useApp } from './shared-app.ts';

const shop = useApp();
beforeAll(async () => {
  await putFeature(shop.app.folder, 'a.feature', FEATURE);
  await putFeature(shop.app.folder, 'b.feature', ORDERS);
  await noticed(async () => expect(await featuresOf(shop.author)).toHaveLength(2));
});

it('feature filters survive a reload, Back and a choice in the tree, and a search result clears them', async () => {
  const page = await showIde(shop.app, '/p/shop/main/features');
  const names = async () => (await page.getByRole('treeitem').allInnerTexts()).map(text => text.split('\n')[0]);
  const filter = page.getByLabel('Filter features and scenarios');
  const search = () => new URL(page.url()).search;
  await filter.fill('@people');
  await expect.poll(search, eventually).toBe('?filter=%40people');
  await page.getByRole('treeitem', { name: 'Scenario Count <n>' }).click();
  await page.getByRole('heading', { name: 'Orders › Scenario Outline: Count <n>' }).waitFor();
  await page.reload();
  await expect.poll(names, eventually).toEqual(['Orders', 'Count <n>']);
  expect(await filter.inputValue()).toBe('@people');
  await page.getByRole('link', { name: 'Orders' }).click();
  await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor();
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Modules' }).click();
  await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor({ state: 'detached' });
  await page.goBack();
  await expect.poll(names, eventually).toEqual(['Orders', 'Count <n>']);
  await filter.fill('');
  await expect.poll(search, eventually).toBe('');
  await page.getByRole('button', { name: 'Shown: All' }).click();
  await page.getByRole('menuitemradio', { name: 'With red steps' }).click();
  await expect.poll(search, eventually).toBe('?shown=red');
  await page.reload();
  await page.getByRole('button', { name: 'Shown: With red steps' }).waitFor();
  // A place that is named is shown whatever was looked for before.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('Empty');
  await page.getByRole('option', { name: 'Empty' }).first().click();
  await page.getByRole('heading', { name: 'Basket › Scenario: Empty' }).waitFor();
  expect(search()).toBe('');
  // Where nothing is chosen, the first of them is, and asks for its test.
  await page.goto(new URL('/p/shop/main/features', page.url()).href);
  await page.getByRole('button', { name: 'Shown: All' }).click();
  await page.getByRole('menuitemradio', { name: 'With red steps' }).click();
  await page.getByRole('dialog', { name: 'Plug test case' }).getByRole('combobox').fill('no test');
});
