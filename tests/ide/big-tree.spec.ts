import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { noticed } from '../support/feature-files.ts';
import { openIde, useBrowser } from './open-page.ts';
import { eventually, useApp } from './shared-app.ts';

const MODULES = 50;
const TESTS_EACH = 200;
const MOST_ROWS = 60;

/** A module with its tests as it lies on the disk; numbers go on from module to module. */
function moduleText(number: number): string {
  const tests = Array.from({ length: TESTS_EACH }, (_, index) => {
    const code = (number - 1) * TESTS_EACH + index + 1;
    return { testCode: `t${code}`, name: `Case ${code}`, type: 'web', actions: [] };
  });
  const module = { format: 1, moduleCode: `m${number}`, name: `Area ${number}`, rank: number, tests };
  return JSON.stringify(module, undefined, 2);
}

describe('a tree of 10,000 tests', () => {
  useBrowser();
  const shop = useApp();
  beforeAll(async () => {
    const folder = join(shop.app.folder, 'versions/main/modules');
    await shop.author.module('Area 1');
    for (let number = 1; number <= MODULES; number += 1)
      await writeFile(join(folder, `m${number}.json`), moduleText(number));
    await noticed(async () => {
      const modules = await shop.author.modules({ limit: 1_000 });
      expect(modules.reduce((sum, { testCount }) => sum + testCount, 0)).toBe(MODULES * TESTS_EACH);
    });
  });

  const items = (page: Page) => page.getByRole('treeitem');
  const module = (page: Page, number: number) =>
    page.getByRole('treeitem', { name: `Module Area ${number}, ${TESTS_EACH} tests`, exact: true });
  const test = (page: Page, number: number) => page.getByRole('treeitem', { name: `Test Case ${number}`, exact: true });
  const expectFewRows = async (page: Page) => expect(await items(page).count()).toBeLessThanOrEqual(MOST_ROWS);

  it('draws few rows, whatever is open and wherever it is scrolled to', async () => {
    await using opened = await openIde(shop.app, '/p/shop/main/modules');
    const { page, faults } = opened;
    await module(page, 1).click();
    await module(page, 2).waitFor({ state: 'detached' });
    await expectFewRows(page);
    await page.keyboard.press('End');
    await module(page, MODULES).waitFor();
    await module(page, MODULES).click();
    await page.keyboard.press('End');
    await test(page, MODULES * TESTS_EACH).waitFor();
    await expectFewRows(page);
    await test(page, MODULES * TESTS_EACH).click();
    await page.getByRole('heading', { name: `Area ${MODULES} › Case ${MODULES * TESTS_EACH}` }).waitFor();
    await page.keyboard.press('Home');
    await module(page, 1).waitFor();
    await test(page, MODULES * TESTS_EACH).waitFor({ state: 'detached' });
    await expectFewRows(page);
    expect(faults).toEqual([]);
  });

  it('filters, and shows the test that an address names', async () => {
    await using opened = await openIde(shop.app, '/p/shop/main/modules/m40/t7999');
    const { page, faults } = opened;
    await test(page, 7_999).waitFor();
    await expect.poll(() => test(page, 7_999).getAttribute('aria-selected'), eventually).toBe('true');
    await expectFewRows(page);
    await page.getByLabel('Filter modules and tests').fill('case');
    await test(page, 1).waitFor();
    await expectFewRows(page);
    await page.getByLabel('Filter modules and tests').fill('case 4321');
    await expect.poll(() => items(page).count(), eventually).toBe(2);
    await test(page, 4_321).click();
    await page.getByRole('heading', { name: 'Area 22 › Case 4321' }).waitFor();
    expect(faults).toEqual([]);
  });
});
