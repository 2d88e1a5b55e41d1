// @module-tag full
import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { Run } from '../../model/run/run.ts';
import { RunArchive } from '../../server/runs/record/run-archive.ts';
import { showIde } from './open-page.ts';
import { comments, eventually, rowsOf, useApp } from './shared-app.ts';

const shop = useApp();
const ROWS = 300;

/** How many of the elements are as a whole within what their scrolling parents show, and under nothing else. */
const countInSight = (rows: Locator) =>
  rows.evaluateAll(
    elements =>
      elements.filter(element => {
        const { left, top, bottom } = element.getBoundingClientRect();
        const page = element.ownerDocument;
        return [top + 2, bottom - 2].every(y => element.contains(page.elementFromPoint(left + 20, y)));
      }).length,
  );

const expectInSight = async (row: Locator) => {
  await row.waitFor();
  await expect.poll(() => countInSight(row), eventually).toBe(1);
};

const expectThreeInSight = (rows: Locator) =>
  expect.poll(() => countInSight(rows), eventually).toBeGreaterThanOrEqual(3);

async function longTest() {
  const { moduleCode, testCode } = await shop.newTest(
    comments(...Array.from({ length: ROWS }, (_, row) => `row ${row}`)),
  );
  const actions = await shop.author.actions({ moduleCode, testCode });
  return { moduleCode, testCode, actions };
}

async function storeFailed(test: Awaited<ReturnType<typeof longTest>>): Promise<string> {
  const { moduleCode, testCode } = test;
  // Actions made together have codes in a row.
  const first = Number(test.actions[0]?.actionId.slice(1));
  const archive = new RunArchive(`${shop.app.folder}/.steploom/runs`);
  const runId = await archive.begin();
  const actions = Array.from({ length: ROWS }, (_, actionIndex) => ({
    ...{ actionIndex, actionId: `a${first + actionIndex}`, testCode },
    ...{ type: 'comment', title: `Row ${actionIndex}`, ms: 1 },
    ...(actionIndex === ROWS - 1 ? { state: 'failed', error: { message: 'No.' } } : { state: 'passed' }),
  }));
  const item = { testCode, moduleCode, title: 'Long', state: 'failed', ms: 1, actions };
  const head = { format: 1, runId, projectId: 'shop', versionId: 'main', title: 'Long', startedBy: 'Ann', testCode };
  const course = { state: 'failed', startedAt: '2026-01-02T03:04:05.000Z', elapsedMs: 1, moduleCode };
  await archive.save(Run.parse({ ...head, ...course, items: [item] }));
  return runId;
}

const failedRow = (page: Page) => page.getByRole('treeitem', { name: `Row ${ROWS - 1}` });

it('a long run, and its test, stand at the row that failed, after a reload too', async () => {
  const test = await longTest();
  const runId = await storeFailed(test);
  const page = await showIde(shop.app, `/p/shop/main/runs/${runId}`);
  await expectInSight(failedRow(page));
  await page.reload();
  await expectInSight(failedRow(page));
  await page.goto(new URL(`/p/shop/main/modules/${test.moduleCode}/${test.testCode}`, page.url()).href);
  const row = page.getByRole('row', { name: `row ${ROWS - 1}` });
  await expectInSight(row);
  await page.reload();
  await expectInSight(row);
});

it('the last test of a long tree is in sight in the tree, and the head of the test in its pane', async () => {
  const { moduleCode } = await shop.author.module('Many');
  let last = '';
  for (let index = 0; index < 120; index += 1)
    last = (await shop.author.test(moduleCode, `Case ${index}`, { actions: comments('a') })).testCode;
  const page = await showIde(shop.app, `/p/shop/main/modules/${moduleCode}/${last}`);
  const row = page.getByRole('treeitem', { name: 'Test Case 119' });
  await expectInSight(row);
  await expectInSight(page.getByRole('heading', { name: 'Case 119' }));
  await page.reload();
  await expectInSight(row);
});

it('at a zoom of 200 % the tree, a test and the list of runs show three rows or more, and the one with the focus', async () => {
  const test = await longTest();
  for (const name of ['One', 'Two', 'Three']) await shop.author.test(test.moduleCode, name);
  for (let run = 0; run < 4; run += 1) await storeFailed(test);
  const viewport = { width: 640, height: 400 };
  const page = await showIde(shop.app, `/p/shop/main/modules/${test.moduleCode}`, { viewport });
  const focused = page.locator(':focus');
  await expectThreeInSight(page.getByRole('treeitem'));
  await page.getByRole('treeitem', { name: 'Test Three' }).first().focus();
  await page.keyboard.press('End');
  await expectInSight(focused);
  await page.keyboard.press('Home');
  await expectInSight(focused);
  const { path } = await shop.newTest(comments('one', 'two', 'three', 'four'), 'Short');
  await page.goto(new URL(path, page.url()).href);
  await expectThreeInSight(rowsOf(page));
  await page.goto(new URL('/p/shop/main/runs', page.url()).href);
  await expectThreeInSight(page.getByRole('main').getByRole('listitem'));
});
