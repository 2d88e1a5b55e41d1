import type { ActionResult, Run, RunItem, ScenarioResult } from '../../../model/run/run.ts';

const REASON = 'Steploom ended while the run went on.';

/** The end of a run whose process died: what was stored of it, as an error. The test that was under way is stopped. */
export const endCutOff = ({ processId: _gone, planned: _planned, ...run }: Run): Run => ({
  ...run,
  finishedAt: new Date(Date.parse(run.startedAt) + run.elapsedMs).toISOString(),
  state: 'error',
  reason: REASON,
  items: run.items.map(item => (item.state === 'running' ? endTest(item) : item)),
  ...(run.scenarios === undefined
    ? {}
    : { scenarios: run.scenarios.map(one => (one.state === 'running' ? endScenario(one) : one)) }),
});

const endAction = (result: ActionResult): ActionResult =>
  result.state === 'running' ? { ...result, state: 'stopped', actions: result.actions?.map(endAction) } : result;

const endTest = (item: RunItem): RunItem => ({ ...item, state: 'stopped', actions: item.actions.map(endAction) });

const endScenario = ({ ahead: _ahead, ...scenario }: ScenarioResult): ScenarioResult => ({
  ...scenario,
  state: 'stopped',
  steps: scenario.steps.map(step =>
    step.state === 'running' ? { ...step, state: 'stopped', actions: step.actions.map(endAction) } : step,
  ),
});
