import { expect, it } from 'vitest';
import { compareRuns } from '../../ide/screens/runs/compare-runs.ts';
import { getRun } from '../../server/tools/runs.ts';

type Told = [scenario: string, state: string, ms?: number];

function runOf(told: readonly Told[]) {
  const { run } = getRun.output.parse({
    run: {
      ...{
        format: 1,
        projectId: 'shop',
        runId: 'r1',
        versionId: 'main',
        title: 'All',
        startedBy: 'Ann',
        startedAt: '',
        elapsedMs: 0,
        state: 'failed',
      },
      items: [],
      scenarios: told.map(([name, state, ms = 100]) => ({
        ...{
          scenario: `f1.s${name.length}`,
          name,
          featureCode: 'f1',
          featureName: 'F',
          file: 'f.feature',
          line: 1,
          steps: [],
        },
        ...{ state, ms },
      })),
    },
  });
  return { ...run, scenarios: run.scenarios ?? [] };
}

it('a comparison of runs finds new failures, fixed, slower, added and removed scenarios', () => {
  const before: Told[] = [
    ['a', 'passed'],
    ['bb', 'failed'],
    ['ccc', 'passed', 400],
    ['dddd', 'passed', 900],
    ['eeeee', 'passed', 4_000],
    ['gone!!', 'passed'],
    ['still..', 'failed'],
    ['was open', 'notImplemented'],
  ];
  const after: Told[] = [
    ['a', 'error'],
    ['bb', 'passed'],
    ['ccc', 'passed', 1_401],
    ['dddd', 'passed', 1_850],
    ['eeeee', 'passed', 5_500],
    ['still..', 'error'],
    ['was open', 'failed'],
    ['new here.', 'failed'],
  ];
  const titles = ({ title }: { title: string }) => title;
  const { newFailures, fixed, slower, added, removed } = compareRuns(runOf(before), runOf(after));
  expect({
    newFailures: newFailures.map(titles),
    fixed: fixed.map(titles),
    slower: slower.map(titles),
    added: added.map(titles),
    removed: removed.map(titles),
  }).toEqual({
    newFailures: ['F › a', 'F › was open'],
    fixed: ['F › bb'],
    slower: ['F › ccc'],
    added: ['F › new here.'],
    removed: ['F › gone!!'],
  });
});
