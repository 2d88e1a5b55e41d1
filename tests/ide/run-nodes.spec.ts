import { expect, test } from 'vitest';
import { nodesOf } from '../../ide/screens/runs/run-nodes.ts';
import { getRun } from '../../server/tools/runs.ts';

const ROWS = [0, 1].map(row => ({
  scenario: 'f1.s1',
  row,
  name: 'Buy',
  featureCode: 'f1',
  featureName: 'Shop',
  file: 'shop.feature',
  line: 3,
  state: 'running',
  ms: 0,
  steps: [],
  ahead: [{ index: 0, keyword: 'Given ', text: 'a basket', testCode: 't1' }],
}));

test('the action under way stands below the example row that runs, whatever was read of the run before', () => {
  const head = {
    format: 1,
    projectId: 'shop',
    runId: 'r1',
    versionId: 'main',
    title: 'Buy',
    startedBy: 'page',
    startedAt: '',
    elapsedMs: 0,
  };
  const { run } = getRun.output.parse({ run: { ...head, state: 'running', items: [], scenarios: ROWS } });
  const action = { actionIndex: 0, actionId: 'a1', type: 'click', title: 'Click Pay', testCode: 't1' };
  const nodes = nodesOf(
    { ...run, scenarios: run.scenarios ?? [] },
    { runId: 'r1', state: 'running', scenario: 'f1.s1.r1', action },
  );
  const below = nodes.map(({ children }) => children[0]?.children.map(({ title }) => title));
  expect(below).toEqual([[], ['Click Pay']]);
});
