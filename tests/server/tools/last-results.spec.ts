import { expect, it } from 'vitest';
import { z } from 'zod';
import { Run } from '../../../model/run/run.ts';
import { RunArchive } from '../../../server/runs/record/run-archive.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const Answer = z.strictObject({
  testCode: z.string(),
  last: z
    .looseObject({
      runId: z.string(),
      state: z.string(),
      outdated: z.boolean(),
      actions: z.array(z.looseObject({ state: z.string() })),
      failure: z
        .looseObject({
          path: z.array(z.looseObject({ actionId: z.string() })),
          causes: z.array(z.looseObject({ kind: z.string() })),
          accepted: z.string().optional(),
          lastPassed: z.looseObject({ runId: z.string(), screenshot: z.string().optional() }).optional(),
        })
        .optional(),
    })
    .optional(),
});

async function store({ app }: Shop, items: object[]): Promise<string> {
  const archive = new RunArchive(`${app.folder}/.steploom/runs`);
  const runId = await archive.begin();
  const head = { format: 1, runId, projectId: 'shop', versionId: 'main', title: 'All', startedBy: 'Ann' };
  const course = { state: 'failed', startedAt: '2026-01-02T03:04:05.000Z', elapsedMs: 1 };
  await archive.save(Run.parse({ ...head, ...course, items }));
  return runId;
}

const item = (testCode: string, state: string, actions: object[] = [], more: object = {}) => ({
  ...{ testCode, moduleCode: 'm1', title: 'One', state, ms: 1, actions },
  ...more,
});

it('a test has its last result whatever ran since, with the reason, likely causes and the last time it passed', async () => {
  await using shop = await openShop();
  const { author } = shop;
  const { moduleCode } = await author.module('Notes');
  const assert = { type: 'assert', matcher: 'toHaveText', locator: 'h1', expected: '1 notes' };
  const { testCode } = await author.test(moduleCode, 'Counts', { actions: [assert] });
  const [action] = await author.actions({ moduleCode, testCode });
  const actionId = action?.actionId ?? '';
  const result = { actionIndex: 0, actionId, testCode, type: 'assert', title: 'Check', ms: 20 };
  const last = async () => (await author.client.call('getLastResult', { testCode }, Answer)).last;
  expect(await last()).toBeUndefined();
  const good = await store(shop, [item(testCode, 'passed', [{ ...result, state: 'passed', screenshot: 'a.png' }])]);
  await store(shop, [item(testCode, 'passed', [{ ...result, state: 'passed' }])]);
  expect(await last()).toMatchObject({ state: 'passed', outdated: false, actions: [{ state: 'passed' }] });
  const error = { message: 'Expected it to be …', expected: '1 notes', actual: '2 notes' };
  const bad = await store(shop, [
    item(testCode, 'passed', [], { row: { index: 0, values: {} } }),
    item(testCode, 'failed', [{ ...result, state: 'failed', error }], { contentHash: 'another' }),
    item('t999', 'passed'),
  ]);
  await store(shop, [item('t999', 'passed'), item(testCode, 'skipped')]);
  expect(await last()).toMatchObject({
    runId: bad,
    state: 'failed',
    outdated: true,
    failure: {
      error,
      path: [{ actionId }],
      causes: [{ kind: 'text-changed' }],
      accepted: '2 notes',
      lastPassed: { runId: good, screenshot: 'a.png' },
    },
  });
});

it('what failed in a test before is told with that test, and what never began without an action', async () => {
  await using shop = await openShop();
  const { author } = shop;
  const { moduleCode } = await author.module('Notes');
  const { testCode } = await author.test(moduleCode, 'Counts');
  const failure = async () => (await author.client.call('getLastResult', { testCode }, Answer)).last?.failure;
  const hook = {
    testCode: 't7',
    title: 'Clean up',
    state: 'error',
    ms: 1,
    actions: [],
    error: { message: 'No page.' },
  };
  await store(shop, [item(testCode, 'error', [], { before: hook })]);
  expect(await failure()).toMatchObject({ path: [], hook: { testCode: 't7', title: 'Clean up' }, error: hook.error });
  await store(shop, [item(testCode, 'error', [], { error: { message: 'The browser did not start.' } })]);
  expect(await failure()).toMatchObject({ path: [], error: { message: 'The browser did not start.' }, causes: [] });
});

it('getLastStates tells how each test ended in the last of its runs, the worst of its rows', async () => {
  await using shop = await openShop({ withIde: false });
  const { author } = shop;
  const states = async () => (await author.client.call('getLastStates', {}, z.object({ states: z.unknown() }))).states;
  expect(await states()).toEqual({});
  await store(shop, [item('t1', 'passed'), item('t2', 'error'), item('t3', 'passed')]);
  await store(shop, [item('t1', 'failed'), item('t1', 'passed'), item('t2', 'passed'), item('t3', 'stopped')]);
  expect(await states()).toEqual({ t1: 'failed', t2: 'passed', t3: 'passed' });
});
