// @module-tag full
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { Run } from '../../model/run/run.ts';
import { RunArchive } from '../../server/runs/record/run-archive.ts';
import { featuresOf, noticed, putFeature } from '../support/feature-files.ts';
import { openIde, showIde } from './open-page.ts';
import { viewLink } from './run-page.ts';
import { eventually, useApp } from './shared-app.ts';

const MODULES = 50;
const TESTS_EACH = 200;
const MOST_ROWS = 60;

/** A module with its tests as it is on the disk; numbers go on from module to module. */
function moduleText(number: number): string {
  const tests = Array.from({ length: TESTS_EACH }, (_, index) => {
    const code = (number - 1) * TESTS_EACH + index + 1;
    return { testCode: `t${code}`, name: `Case ${code}`, type: 'web', actions: [] };
  });
  const module = { format: 1, moduleCode: `m${number}`, name: `Area ${number}`, rank: number, tests };
  return JSON.stringify(module, undefined, 2);
}

const SCENARIOS = 700;

/** Too long to be read at once. */
async function storeRun(folder: string): Promise<string> {
  const step = { index: 0, keyword: 'Given ', text: 'something', ms: 0, actions: [] };
  const feature = { featureCode: 'f1', featureName: 'Many', file: 'many.feature', line: 1, ms: 0 };
  const steps = [
    { ...step, state: 'notImplemented' },
    { ...step, index: 1, state: 'skipped' },
  ];
  const archive = new RunArchive(join(folder, '.steploom/runs'));
  const runId = await archive.begin();
  const run = { format: 1, runId, projectId: 'shop', versionId: 'main', title: 'Many', startedBy: 'spec', items: [] };
  const scenarios = Array.from({ length: SCENARIOS }, (_, index) => ({
    ...feature,
    scenario: `f1.s${index + 1}`,
    name: `One ${index + 1}`,
    state: 'notImplemented',
    steps,
  }));
  const ended = { startedAt: '2026-01-01T00:00:00.000Z', elapsedMs: 1, state: 'notImplemented', scenarios };
  await archive.save(Run.parse({ ...run, ...ended }));
  return runId;
}

describe('a tree of 10,000 tests', () => {
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

  it('a tree of 10,000 tests draws few rows, whatever is open and wherever it is scrolled to', async () => {
    const page = await showIde(shop.app, '/p/shop/main/modules');
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
  });

  it('a tree of 10,000 tests can be filtered and shows the test that an address names', async () => {
    await using opened = await openIde(shop.app, '/p/shop/main/modules/m40/t7999');
    const { page, faults } = opened;
    await test(page, 7_999).waitFor();
    await expect.poll(() => test(page, 7_999).getAttribute('aria-selected'), eventually).toBe('true');
    await expectFewRows(page);
    // So many are not opened all at once.
    await page.getByLabel('Filter modules and tests').fill('case');
    await module(page, 1).waitFor();
    expect(await test(page, 1).count()).toBe(0);
    await expectFewRows(page);
    await page.getByLabel('Filter modules and tests').fill('case 4321');
    await expect.poll(() => items(page).count(), eventually).toBe(2);
    await test(page, 4_321).click();
    await page.getByRole('heading', { name: 'Area 22 › Case 4321' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('a run of 700 scenarios shows all results in the features and in the run, and draws few rows', async () => {
    const text = Array.from(
      { length: SCENARIOS },
      (_, index) => `  Scenario: One ${index + 1}\n    Given something\n    Given something\n`,
    );
    await putFeature(shop.app.folder, 'many.feature', `Feature: Many\n${text.join('\n')}`);
    await noticed(async () => expect(await featuresOf(shop.author, { limit: 1 })).toHaveLength(1));
    const runId = await storeRun(shop.app.folder);
    const page = await showIde(shop.app, `/p/shop/main/features/f1/f1.s${SCENARIOS}`);
    await page
      .getByRole('treeitem', { name: `Scenario One ${SCENARIOS}, 0 of 2 steps linked, not implemented` })
      .waitFor();
    await page.getByRole('link', { name: 'Runs' }).click();
    await page.getByRole('link', { name: runId }).click();
    await viewLink(page, 'Report').click();
    const counts = page.getByRole('search', { name: 'Filter the results' });
    await counts.getByText(`${SCENARIOS} not implemented`, { exact: true }).waitFor();
    const results = page.getByRole('region', { name: /^Scenario One/ });
    const result = (number: number) => page.getByRole('region', { name: `Scenario One ${number}`, exact: true });
    // Whichever is looked at is drawn, under the name of its feature, and few others are.
    const first = result(1).getByRole('button', { name: 'not implemented One 1' });
    await first.press('End');
    await result(SCENARIOS).waitFor();
    await page
      .getByRole('region', { name: 'Feature Many' })
      .getByRole('button', { name: /^not implemented Many/ })
      .waitFor();
    expect(await results.count()).toBeLessThanOrEqual(MOST_ROWS);
    // What was folded stays so while it is out of sight; what has the focus stays there.
    await first.and(page.locator(':focus')).waitFor();
    await result(SCENARIOS)
      .getByRole('button', { name: /^not implemented/ })
      .click();
    await page.keyboard.press('Home');
    await result(2).waitFor();
    // A browser may still be on its way to the top.
    const lastButOne = result(SCENARIOS - 1).getByRole('list');
    const goToEnd = async () => {
      await page.keyboard.press('End');
      return await lastButOne.isVisible();
    };
    await expect.poll(goToEnd, eventually).toBe(true);
    expect(await result(SCENARIOS).getByRole('list').count()).toBe(0);
    await viewLink(page, 'Execution').click();
    await items(page).first().waitFor();
    // The last ones come after the first are there.
    const tree = page.getByRole('tree', { name: 'Steps and actions of the run' });
    const endsWith = async () => {
      await tree.press('End');
      return (await items(page).allInnerTexts()).some(text => text.includes(`One ${SCENARIOS}`));
    };
    await expect.poll(endsWith, eventually).toBe(true);
    await expectFewRows(page);
  });
});
