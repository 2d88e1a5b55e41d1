import { expect, it } from 'vitest';
import { z } from 'zod';
import { Run } from '../../../model/run/run.ts';
import { RunArchive } from '../../../server/runs/record/run-archive.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const History = z.strictObject({
  runs: z.number(),
  passed: z.number(),
  failed: z.number(),
  changes: z.number(),
  again: z.number(),
});
const Answer = z.looseObject({
  run: z.looseObject({
    items: z.array(z.looseObject({ history: History.optional() })),
    scenarios: z.array(z.looseObject({ history: History.optional() })).optional(),
  }),
});

const passedAgain = () => ({ ...testThat('passed'), flaky: true, attempts: [] });

const testThat = (state: string, index?: number) => ({
  testCode: 't1',
  moduleCode: 'm1',
  title: 'One',
  ...(index === undefined ? {} : { row: { index, values: {} } }),
  state,
  ms: 1,
  actions: [],
});

const scenarioThat = (state: string) => ({
  scenario: 'f1.s1',
  name: 'Greet',
  featureCode: 'f1',
  featureName: 'Shop',
  file: 'shop.feature',
  line: 2,
  state,
  ms: 1,
  steps: [],
});

interface Stored {
  items?: object[];
  scenarios?: object[];
  versionId?: string;
}

async function store({ app }: Shop, { items = [], scenarios = [], versionId = 'main' }: Stored): Promise<string> {
  const archive = new RunArchive(`${app.folder}/.steploom/runs`);
  const runId = await archive.begin();
  const head = { format: 1, runId, projectId: 'shop', versionId, title: 'All', startedBy: 'Ann', state: 'passed' };
  await archive.save(
    Run.parse({
      ...head,
      startedAt: '2026-01-02T03:04:05.000Z',
      elapsedMs: 1,
      items,
      ...(scenarios.length > 0 ? { scenarios } : {}),
    }),
  );
  return runId;
}

const historiesOf = async ({ author }: Shop, given: object) => {
  const { run } = await author.client.call('getRun', { withHistory: true, ...given }, Answer);
  return [...run.items, ...(run.scenarios ?? [])].map(({ history }) => history);
};

it('getRun gives the history of each test, row and scenario up to that run in its version', async () => {
  await using shop = await openShop();
  await store(shop, { items: [testThat('passed'), testThat('passed', 0)], scenarios: [scenarioThat('failed')] });
  await store(shop, { items: [testThat('error')], versionId: 'other' });
  await store(shop, { items: [testThat('failed'), testThat('stopped', 0)] });
  const runId = await store(shop, {
    items: [testThat('error'), testThat('passed', 0)],
    scenarios: [scenarioThat('passed')],
  });
  await store(shop, { items: [testThat('passed')] });
  expect(await historiesOf(shop, { runId })).toEqual([
    { runs: 3, passed: 1, failed: 2, changes: 1, again: 0 },
    { runs: 2, passed: 2, failed: 0, changes: 0, again: 0 },
    { runs: 2, passed: 1, failed: 1, changes: 1, again: 0 },
  ]);
  // Page by page too, and not unasked.
  expect(await historiesOf(shop, { runId, cursor: '1', limit: 1 })).toEqual([
    { runs: 2, passed: 2, failed: 0, changes: 0, again: 0 },
  ]);
  expect(await historiesOf(shop, { runId, withHistory: false })).toEqual([undefined, undefined, undefined]);
});

it('the history covers the last twenty runs and skips those that cannot be read', async () => {
  await using shop = await openShop();
  await store(shop, { items: [testThat('failed')] });
  const archive = new RunArchive(`${shop.app.folder}/.steploom/runs`);
  await archive.begin();
  for (let count = 1; count <= 20; count += 1)
    await store(shop, { items: [testThat(count % 5 === 0 ? 'failed' : 'passed')] });
  expect(await historiesOf(shop, { runId: 'r22' })).toEqual([
    { runs: 20, passed: 16, failed: 4, changes: 7, again: 0 },
  ]);
});

it('what passed only when it was run again is flaky, however many runs there are', async () => {
  await using shop = await openShop();
  const { moduleCode } = await shop.author.module('Shop');
  await shop.author.test(moduleCode, 'One');
  const runId = await store(shop, { items: [passedAgain()] });
  expect(await historiesOf(shop, { runId })).toEqual([{ runs: 1, passed: 1, failed: 0, changes: 0, again: 1 }]);
  const Health = z.looseObject({ flaky: z.array(z.looseObject({ testCode: z.string(), again: z.number() })) });
  expect((await shop.author.client.call('getHealth', {}, Health)).flaky).toMatchObject([{ testCode: 't1', again: 1 }]);
});
