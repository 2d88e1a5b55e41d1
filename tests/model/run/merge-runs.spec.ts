import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lookAtParts, mergeRuns } from '../../../model/run/merge-runs.ts';
import { Run } from '../../../model/run/run.ts';
import { numberedKeys, shardPlaces } from '../../../model/run/shard.ts';

const runOf = (codes: readonly string[], more: object = {}) =>
  Run.parse({
    ...{ format: 1, runId: 'r1', projectId: 'shop', versionId: 'main', title: 'All', startedBy: 'Ann' },
    ...{ startedAt: '2026-01-02T03:04:05.000Z', elapsedMs: 1, state: 'passed' },
    items: codes.map(testCode => ({
      testCode,
      moduleCode: 'm1',
      title: testCode,
      state: 'passed',
      ms: 1,
      actions: [],
    })),
    ...more,
  });

const codes = fc.array(
  fc.integer({ min: 1, max: 9 }).map(number => `t${number}`),
  { minLength: 1, maxLength: 30 },
);

it('merging the parts of any run gives its items back in their order, also those that run several times', () => {
  fc.assert(
    fc.property(codes, fc.integer({ min: 1, max: 5 }), (all, count) => {
      const of = numberedKeys(all);
      const parts = Array.from({ length: count }, (_, index) => {
        const shard = { index: index + 1, count };
        const places = shardPlaces(
          all.map(() => undefined),
          shard,
        );
        const run = runOf(
          places.map(place => all[place] ?? ''),
          { shard: { ...shard, of } },
        );
        return { name: `part ${index + 1}`, run };
      });
      const { parts: sorted, faults, missing } = lookAtParts([...parts].reverse());
      expect([faults, missing]).toEqual([[], []]);
      const [first, ...others] = sorted.map(({ run }) => run);
      if (first === undefined) throw new Error('There are no parts.');
      const merged = mergeRuns([first, ...others]);
      expect(merged.items.map(({ testCode }) => testCode)).toEqual(all);
      expect(merged).not.toHaveProperty('shard');
    }),
  );
});

it('a merged run is as bad as the worst of its parts, and takes from the first start to the last end', () => {
  const first = runOf(['t1'], { finishedAt: '2026-01-02T03:04:15.000Z' });
  const later = { startedAt: '2026-01-02T03:04:00.000Z', finishedAt: '2026-01-02T03:04:10.000Z' };
  const second = runOf(['t2'], { ...later, state: 'failed', reason: 'It was too much.' });
  expect(mergeRuns([first, second])).toMatchObject({ state: 'failed', elapsedMs: 15_000, reason: 'It was too much.' });
});

it('runs of different suites merge as long as they have nothing in common', () => {
  const parts = [
    { name: 'a', run: runOf(['t1', 't1']) },
    { name: 'b', run: runOf(['t2']) },
  ];
  expect(lookAtParts(parts)).toMatchObject({ faults: [], missing: [] });
});
