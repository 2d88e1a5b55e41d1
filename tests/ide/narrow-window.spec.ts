// @module-tag full
import { expect, it } from 'vitest';
import { expectAccessibleInThemes, showIde } from './open-page.ts';
import { eventually, useApp } from './shared-app.ts';

const shop = useApp();
const viewport = { width: 780, height: 640 };

it('a scenario chosen in the tree comes to the front when there is room for one pane only', async () => {
  await shop.author.do('createFeature', { text: 'Feature: Basket\n  Scenario: Fill\n    Given it is open\n' });
  const page = await showIde(shop.app, '/p/shop/main/features', { viewport });
  const tab = (name: string) => page.getByRole('tab', { name });
  await tab('Features').and(page.locator('[aria-selected=true]')).waitFor();
  await page.getByRole('treeitem', { name: 'Scenario Fill' }).press('Enter');
  await page.getByText('it is open').waitFor();
  await expect.poll(() => tab('Steps').getAttribute('aria-selected'), eventually).toBe('true');
  // The focus goes on from there.
  await expect.poll(() => page.locator(':focus').innerText(), eventually).toBe('Steps');
  await expectAccessibleInThemes(page);
  await tab('Features').click();
  await page.getByRole('treeitem', { name: 'Feature Basket' }).click();
  await page.getByRole('heading', { name: 'Basket', exact: true }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Basket › Scenario: Fill' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Basket › Scenario: Fill' }).waitFor();
});

it('a test chosen in the tree comes to the front when there is room for one pane only', async () => {
  const { testCode } = await shop.newTest([{ type: 'comment', text: 'Here' }], 'Valid user');
  const page = await showIde(shop.app, '/p/shop/main/modules', { viewport });
  await page.getByRole('treeitem', { name: 'Test Valid user' }).click();
  await page.getByRole('row', { name: 'Here' }).waitFor();
  expect(new URL(page.url()).pathname).toContain(testCode);
});

it.each([780, 1024])('version and environment names are not cut off in a window of %i pixels', async width => {
  await shop.author.do('editProject', { name: 'Shop of the north' });
  await shop.author.do('createEnvironment', { name: `staging ${width}` });
  const page = await showIde(shop.app, '/p/shop/main/features', { viewport: { width, height: 640 } });
  for (const name of ['Version: Main', 'Environment: none'])
    await expect
      .poll(() => page.getByRole('button', { name }).locator('[dir=auto]').evaluate(isWhole), eventually)
      .toBe(true);
  const header = page.getByRole('banner');
  await header.getByRole('button', { name: 'Settings' }).waitFor();
  expect(await header.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
  if (width === 1024) expect(await header.evaluate(({ clientHeight }) => clientHeight)).toBeLessThan(60);
  await expectAccessibleInThemes(page);
});

/** Whether none of a text is cut. */
const isWhole = ({ scrollWidth, clientWidth }: { scrollWidth: number; clientWidth: number }) =>
  scrollWidth <= clientWidth;
