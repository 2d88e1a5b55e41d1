// @module-tag full
import { beforeAll, expect, it } from 'vitest';
import { Run } from '../../model/run/run.ts';
import { RunArchive } from '../../server/runs/record/run-archive.ts';
import { featuresOf, noticed, putFeature } from '../support/feature-files.ts';
import { expectAccessibleInThemes, showIde } from './open-page.ts';
import { comments, eventually, useApp } from './shared-app.ts';

const shop = useApp();
let codes: string[] = [];

async function store(items: object[], scenarios: object[] = []): Promise<void> {
  const archive = new RunArchive(`${shop.app.folder}/.steploom/runs`);
  const runId = await archive.begin();
  const head = { format: 1, runId, projectId: 'shop', versionId: 'main', title: 'Nightly', startedBy: 'Ann' };
  const course = { state: 'failed', startedAt: '2026-01-02T03:04:05.000Z', elapsedMs: 1 };
  await archive.save(Run.parse({ ...head, ...course, items, scenarios }));
}

const ended = (testCode: string, state: string) => ({
  ...{ testCode, moduleCode: 'm1', title: testCode, state, ms: 1, actions: [] },
});

beforeAll(async () => {
  await putFeature(shop.app.folder, 'a.feature', 'Feature: Orders\n  Scenario: Pay\n    Given a\n');
  await noticed(async () => expect(await featuresOf(shop.author)).toHaveLength(1));
  const { moduleCode } = await shop.author.module('Basket');
  const names = ['Red', 'Green', 'New'];
  for (const name of names)
    codes = [...codes, (await shop.author.test(moduleCode, name, { actions: comments('a') })).testCode];
  const [red = '', green = ''] = codes;
  const step = { index: 0, keyword: 'Given ', text: 'a', state: 'failed', ms: 1, actions: [] };
  const head = { scenario: 'f1.s1', name: 'Pay', featureCode: 'f1', featureName: 'Orders', file: 'a.feature', line: 2 };
  await store([ended(red, 'failed')], [{ ...head, state: 'failed', ms: 1, steps: [step] }]);
  for (let run = 0; run < 25; run += 1) await store([ended(green, 'passed')]);
});

it('what failed 25 runs ago is red in the trees, and each count of Health leads to what it counts', async () => {
  const page = await showIde(shop.app, '/p/shop/main/health');
  const failures = page.getByRole('list', { name: 'Last failures' }).getByRole('listitem');
  await expect.poll(() => failures.count(), eventually).toBe(2);
  await expectAccessibleInThemes(page);
  const rows = async () => (await page.getByRole('treeitem').allInnerTexts()).map(text => text.split('\n')[0]);
  await page.getByRole('link', { name: '1 test fails' }).click();
  await page.getByRole('button', { name: 'Shown: Failed the last time' }).waitFor();
  await expect.poll(rows, eventually).toEqual(['Basket', 'Red']);
  await page.getByRole('treeitem', { name: 'Test Red, failed' }).click();
  await page.getByRole('heading', { name: 'Red' }).waitFor();
  expect(await rows()).toEqual(['Basket', 'Red']);
  await page.goBack();
  await page.goBack();
  await page.getByRole('link', { name: '1 test not run yet' }).click();
  await expect.poll(rows, eventually).toEqual(['Basket', 'New']);
  await page.goBack();
  await page.getByRole('link', { name: '1 scenario fails' }).click();
  await page.getByRole('button', { name: 'Shown: Failed the last time' }).waitFor();
  await expect.poll(rows, eventually).toEqual(['Orders', 'Pay']);
  await page.goBack();
  await failures.getByRole('link', { name: 'Orders › Pay' }).click();
  await page.getByRole('heading', { name: 'Orders › Scenario: Pay' }).waitFor();
});

it('a folded module tells the worst of the tests in it, and an open one leaves that to them', async () => {
  const page = await showIde(shop.app, '/p/shop/main/modules');
  const module = page.getByRole('treeitem', { name: /^Module Basket/ });
  await module.focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('treeitem', { name: 'Module Basket, 3 tests, failed', exact: true }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('treeitem', { name: 'Module Basket, 3 tests', exact: true }).waitFor();
  await page.getByRole('treeitem', { name: 'Test Red, failed' }).waitFor();
});

it('the result in the header is that of what is shown, or it names what it is of', async () => {
  const [, testId = ''] = codes;
  const moduleId = (await shop.author.modules()).find(({ name }) => name === 'Basket')?.moduleCode ?? '';
  const page = await showIde(shop.app, `/p/shop/main/modules/${moduleId}/${testId}`);
  await shop.author.do('runTest', { moduleId, testId, wait: 20 });
  const result = page.getByRole('toolbar', { name: 'Run', exact: true }).getByRole('link');
  await expect.poll(() => result.innerText(), eventually).toMatch(/^passed [\d.]+ m?s$/);
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Health' }).click();
  await expect.poll(() => result.innerText(), eventually).toMatch(/^passed [\d.]+ m?s · .*Green/);
});
