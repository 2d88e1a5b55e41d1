import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Run } from '../../model/run/run.ts';
import { RunArchive } from '../../server/runs/record/run-archive.ts';
import { expectAccessibleInThemes, showIde } from './open-page.ts';
import { eventually, useApp } from './shared-app.ts';

const shop = useApp();

const NAMES = ['Add', 'Change', 'Delete', 'List'];

/** Of four tests; of those that fail three find no button. */
async function store(isGood: boolean): Promise<string> {
  const archive = new RunArchive(join(shop.app.folder, '.steploom/runs'));
  const runId = await archive.begin();
  const items = NAMES.map((title, index) => {
    const testCode = `t${index + 1}`;
    const state = isGood ? 'passed' : 'failed';
    const isLast = index === NAMES.length - 1;
    const message = isLast ? 'The page did not answer.' : `No element matches button “Pay” on http://h:${index}/.`;
    const error = { message, errorHash: isLast ? 'two' : 'one' };
    const head = { actionIndex: 0, actionId: 'a1', testCode, type: 'click', title: 'Click button “Pay”', ms: 1 };
    const action = { ...head, state, ...(isGood ? {} : { error }) };
    return { testCode, moduleCode: 'm1', moduleName: 'Notes', title, state, ms: 1, actions: [action] };
  });
  const head = { format: 1, projectId: 'shop', versionId: 'main', title: 'All', startedBy: 'spec', items };
  const course = { startedAt: '2026-01-01T00:00:00.000Z', elapsedMs: 1, state: isGood ? 'passed' : 'failed' };
  await archive.save(Run.parse({ ...head, ...course, runId }));
  return runId;
}

test('failures with one cause are one group of a run, and runs are compared from the older to the newer', {
  tags: ['full'],
}, async () => {
  const good = await store(true);
  const bad = await store(false);
  const page = await showIde(shop.app, `/p/shop/main/runs/${bad}/report`);
  const causes = page.getByRole('region', { name: 'Failures by cause' });
  await causes.getByText('3 tests failed:').click();
  expect(await causes.locator('summary').allInnerTexts()).toEqual([
    expect.stringMatching(/^3 tests failed:\s+No element matches button “Pay” on/),
    expect.stringMatching(/^1 test failed:\s+The page did not answer\.$/),
  ]);
  await expect
    .poll(async () => (await causes.getByRole('link').allInnerTexts()).slice(0, 3), eventually)
    .toEqual(['Add', 'Change', 'Delete']);
  await expectAccessibleInThemes(page);
  await causes.getByRole('link', { name: 'Change' }).click();
  await page.getByRole('treeitem', { name: /“Pay”/, selected: true }).waitFor();
  expect(new URL(page.url()).search).toBe('?step=2.1');

  for (const [shown, other] of [
    [good, bad],
    [bad, good],
  ]) {
    await page.goto(new URL(`/p/shop/main/runs/${shown}/report?compare=${other}`, page.url()).href);
    const comparison = page.getByRole('region', { name: `Compared with ${other}` });
    await comparison.getByRole('heading', { name: `From ${good} to ${bad}` }).waitFor();
    const failures = comparison.getByRole('list', { name: 'New failures' }).getByRole('listitem');
    const named = NAMES.map(name => expect.stringContaining(name));
    await expect.poll(() => failures.allInnerTexts(), eventually).toEqual(named);
    await expectAccessibleInThemes(page);
  }
});
