import { readFile, rm, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { Run } from '../../../model/run/run.ts';
import { RunArchive } from '../../../server/runs/record/run-archive.ts';
import { featuresOf, noticed, putFeature } from '../../support/feature-files.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const Answer = z.strictObject({
  states: z.record(z.string(), z.string()),
  scenarios: z.record(z.string(), z.string()),
});
const Failing = z.looseObject({ name: z.string(), runId: z.string().optional(), message: z.string().optional() });
const Health = z.looseObject({
  failing: z.array(Failing),
  failingTests: z.number(),
  failingScenarios: z.number(),
  modules: z.array(z.looseObject({ failing: z.number(), neverRan: z.number(), runs: z.array(z.unknown()) })),
  flaky: z.array(z.looseObject({ name: z.string() })),
});
const Last = z.looseObject({ last: z.looseObject({ runId: z.string(), state: z.string() }).optional() });

const archiveOf = ({ app }: Shop) => new RunArchive(`${app.folder}/.steploom/runs`);
const indexOf = (shop: Shop) => `${archiveOf(shop).folder}/last-states.json`;
const statesOf = ({ author }: Shop) => author.client.call('getLastStates', {}, Answer);
const healthOf = ({ author }: Shop) => author.client.call('getHealth', {}, Health);
const lastOf = async ({ author }: Shop, testCode: string) =>
  (await author.client.call('getLastResult', { testCode }, Last)).last;

const ended = (testCode: string, state: string, more = {}) => {
  const action = { actionIndex: 0, actionId: 'a1', testCode, type: 'click', title: 'Click', ms: 1, state };
  const actions = state === 'failed' ? [{ ...action, error: { message: 'No element matches.' } }] : [];
  return { testCode, moduleCode: 'm1', title: testCode, state, ms: 1, actions, ...more };
};

const played = (reference: string, state: string) => {
  const [, scenario, row] = /^(.*?)(?:\.r(\d+))?$/.exec(reference) ?? [];
  const step = { index: 0, keyword: 'Given ', text: 'a', state, ms: 1, actions: [] };
  const head = { scenario, name: 'One', featureCode: 'f1', featureName: 'Shop', file: 'a.feature', line: 2 };
  const steps = [state === 'failed' ? { ...step, error: { message: 'No such page.' } } : step];
  return { ...head, ...(row === undefined ? {} : { row: Number(row) }), state, ms: 1, steps };
};

async function store(
  shop: Shop,
  items: object[],
  { scenarios, ...more }: { scenarios?: object[]; state?: string } = {},
) {
  const archive = archiveOf(shop);
  const runId = await archive.begin();
  const head = { format: 1, runId, projectId: 'shop', versionId: 'main', title: 'All', startedBy: 'Ann' };
  const course = { state: 'failed', startedAt: '2026-01-02T03:04:05.000Z', elapsedMs: 1, ...more };
  await archive.save(Run.parse({ ...head, ...course, items, ...(scenarios && { scenarios }) }));
  return runId;
}

async function runOthers(shop: Shop, count: number): Promise<void> {
  for (let run = 0; run < count; run += 1) await store(shop, [ended('t999', 'passed')]);
}

it('a test stays red until it passes, however many runs of others came since', async () => {
  await using shop = await openShop({ withIde: false });
  const { author } = shop;
  const { moduleCode } = await author.module('Notes');
  const { testCode } = await author.test(moduleCode, 'Old');
  const { testCode: never } = await author.test(moduleCode, 'New');
  const old = await store(shop, [ended(testCode, 'failed')]);
  await runOthers(shop, 130);
  await store(shop, [ended(testCode, 'stopped'), ended(never, 'skipped')]);
  expect((await statesOf(shop)).states).toEqual({ [testCode]: 'failed', t999: 'passed' });
  const { failing, failingTests, modules } = await healthOf(shop);
  expect(failing).toMatchObject([{ name: 'Old', runId: old, message: 'No element matches.' }]);
  expect({ failingTests, modules }).toMatchObject({ failingTests: 1, modules: [{ failing: 1, neverRan: 1 }] });
  await store(shop, [ended(testCode, 'passed')]);
  expect((await statesOf(shop)).states[testCode]).toBe('passed');
  expect(await healthOf(shop)).toMatchObject({ failing: [], failingTests: 0 });
});

const oldFailure = async (shop: Shop) => {
  const { moduleCode } = await shop.author.module('Notes');
  const { testCode } = await shop.author.test(moduleCode, 'Old', { actions: [{ type: 'comment', text: 'a' }] });
  const runId = await store(shop, [ended(testCode, 'failed')]);
  await runOthers(shop, 110);
  return { testCode, runId };
};

it('the reason of an old failure is told', async () => {
  await using shop = await openShop({ withIde: false });
  const { testCode, runId } = await oldFailure(shop);
  expect(await lastOf(shop, testCode)).toMatchObject({ runId });
});

it('a module has its last runs, and a test that was stopped its result, however many runs of others came since', async () => {
  await using shop = await openShop({ withIde: false });
  const { author } = shop;
  const { moduleCode } = await author.module('Notes');
  const { testCode } = await author.test(moduleCode, 'Old');
  const { testCode: stopped } = await author.test(moduleCode, 'Stopped');
  const { testCode: never } = await author.test(moduleCode, 'New');
  for (const state of ['passed', 'failed', 'passed']) await store(shop, [ended(testCode, state)]);
  const first = await store(shop, [ended(stopped, 'stopped')]);
  const second = await store(shop, [ended(stopped, 'stopped'), ended(testCode, 'passed')]);
  await runOthers(shop, 205);
  const { modules, flaky } = await healthOf(shop);
  const runs = [{ passed: 1 }, { failed: 1 }, { passed: 1 }, { runId: second, passed: 1, failed: 0 }];
  expect(modules).toMatchObject([{ runs, neverRan: 2 }]);
  expect(flaky).toMatchObject([{ name: 'Old' }]);
  expect(await lastOf(shop, stopped)).toMatchObject({ runId: second, state: 'stopped' });
  expect(await lastOf(shop, never)).toBeUndefined();
  await author.do('deleteRun', { runId: second });
  expect(await lastOf(shop, stopped)).toMatchObject({ runId: first, state: 'stopped' });
  expect((await healthOf(shop)).modules).toMatchObject([{ runs: runs.slice(0, 3) }]);
});

it('health is told without reading the runs again', async () => {
  await using shop = await openShop({ withIde: false });
  const { author } = shop;
  const { moduleCode } = await author.module('Notes');
  const { testCode } = await author.test(moduleCode, 'One');
  const runs = [];
  for (const state of ['failed', 'passed', 'failed']) runs.push(await store(shop, [ended(testCode, state)]));
  const before = await healthOf(shop);
  expect(before).toMatchObject({ failing: [{ message: 'No element matches.' }], flaky: [{ name: 'One' }] });
  for (const runId of runs) await writeFile(archiveOf(shop).path(runId, 'run.json'), '{');
  expect(await healthOf(shop)).toEqual(before);
});

it('last states that an earlier release kept stay, and what it did not keep is read from the stored runs', async () => {
  await using shop = await openShop({ withIde: false });
  const { author } = shop;
  const { moduleCode } = await author.module('Notes');
  const { testCode } = await author.test(moduleCode, 'One');
  const runId = await store(shop, [ended(testCode, 'failed')]);
  const last = { state: 'failed', runId, startedAt: '2026-01-02T03:04:05.000Z' };
  const versions = { main: { t998: last, [testCode]: last } };
  await writeFile(indexOf(shop), JSON.stringify({ format: 1, runs: [runId], versions }));
  expect((await statesOf(shop)).states).toEqual({ t998: 'failed', [testCode]: 'failed' });
  expect(await healthOf(shop)).toMatchObject({ modules: [{ runs: [{ runId, failed: 1 }] }], failing: [{ runId }] });
});

it('runTests finds what failed long ago', { tags: 'full' }, async () => {
  await using shop = await openShop();
  await oldFailure(shop);
  const Ended = z.looseObject({ state: z.string() });
  const { state } = await shop.author.client.call('runTests', { failed: true, wait: 20 }, Ended);
  expect(state).toBe('passed');
});

it('the state of a test outlives its run when old runs are pruned, and not when the run is deleted', async () => {
  await using shop = await openShop({ withIde: false });
  const { author } = shop;
  const { moduleCode } = await author.module('Notes');
  const { testCode } = await author.test(moduleCode, 'Old');
  await store(shop, [ended(testCode, 'failed')]);
  await store(shop, [ended('t998', 'passed')]);
  await archiveOf(shop).prune({ runs: 1 });
  expect((await statesOf(shop)).states).toEqual({ [testCode]: 'failed', t998: 'passed' });
  const { failing } = await healthOf(shop);
  expect(failing).toHaveLength(1);
  expect(failing[0]).not.toHaveProperty('runId');
  const passed = await store(shop, [ended('t998', 'failed'), ended(testCode, 'passed')]);
  expect((await statesOf(shop)).states).toEqual({ [testCode]: 'passed', t998: 'failed' });
  await author.do('deleteRun', { runId: passed });
  expect((await statesOf(shop)).states).toEqual({ t998: 'passed' });
});

it.each([
  ['missing', (path: string) => rm(path)],
  ['damaged', (path: string) => writeFile(path, '{"format": 1, "runs": [')],
  ['foreign', (path: string) => writeFile(path, '[]')],
])('a %s summary of last states is made anew of the stored runs', async (_how, spoil) => {
  await using shop = await openShop({ withIde: false });
  await store(shop, [ended('t1', 'failed'), ended('t2', 'passed')]);
  await store(shop, [ended('t2', 'failed')]);
  const before = await statesOf(shop);
  const kept = await readFile(indexOf(shop), 'utf8');
  await spoil(indexOf(shop));
  const anew = archiveOf(shop);
  await anew.lastStates.update();
  expect(JSON.parse(await readFile(indexOf(shop), 'utf8'))).toEqual(JSON.parse(kept));
  expect(await statesOf(shop)).toEqual(before);
});

it('a run whose record is damaged, or whose process died, leaves the others counted', async () => {
  await using shop = await openShop({ withIde: false });
  await store(shop, [ended('t1', 'failed')]);
  const damaged = await store(shop, [ended('t1', 'passed')]);
  await writeFile(archiveOf(shop).path(damaged, 'run.json'), '{');
  await store(shop, [ended('t2', 'failed'), { ...ended('t1', 'running'), actions: [] }], { state: 'running' });
  expect((await statesOf(shop)).states).toEqual({ t1: 'failed', t2: 'failed' });
});

it('scenarios stand among the failures as tests do, an outline as long as one of its rows fails', async () => {
  await using shop = await openShop({ withIde: false });
  const outline = '  Scenario Outline: Count\n    Given <n>\n    Examples:\n      | n |\n      | 1 |\n      | 2 |\n';
  await putFeature(shop.app.folder, 'a.feature', `Feature: Shop\n  Scenario: One\n    Given a\n${outline}`);
  await noticed(async () => expect(await featuresOf(shop.author)).toHaveLength(1));
  await shop.author.module('Notes');
  const scenarios = [played('f1.s1', 'failed'), played('f1.s2.r0', 'failed'), played('f1.s2.r1', 'passed')];
  const first = await store(shop, [], { scenarios: [...scenarios, played('f1.s2.r7', 'failed')] });
  await store(shop, [], { scenarios: [played('f1.s2.r1', 'passed')] });
  await runOthers(shop, 30);
  expect((await statesOf(shop)).scenarios).toEqual({ 'f1.s1': 'failed', 'f1.s2.r0': 'failed', 'f1.s2.r1': 'passed' });
  const { failing, failingScenarios } = await healthOf(shop);
  const told = { featureCode: 'f1', feature: 'Shop', runId: first, message: 'No such page.' };
  expect(failing).toMatchObject([
    { scenario: 'f1.s1', name: 'One', ...told },
    { scenario: 'f1.s2', name: 'Count', ...told },
  ]);
  expect(failingScenarios).toBe(2);
  await store(shop, [], { scenarios: [played('f1.s1', 'passed'), played('f1.s2.r0', 'notImplemented')] });
  expect(await healthOf(shop)).toMatchObject({ failing: [], failingScenarios: 0 });
});
