import { scenarioReference } from '../../../model/run/item-title.ts';
import { REDACTED } from '../../../model/values/redactor.ts';
import { isBad } from '../../app/result-filter.ts';
import type { RerunCall } from '../../commands/run-control.ts';
import type { RunReply, ShownAction, ShownRun, ShownScenario, ShownTest } from './run-reply.ts';

export type Rerun = { call: RerunCall } | { obstacle: string };

const MIXED = 'Tests and scenarios ran together: run them by themselves';

export function rerun(reply: RunReply): Rerun {
  const { run } = reply;
  if (run.testCode !== undefined) return test(run, run.testCode);
  const obstacle = obstacleOf(reply);
  if (obstacle !== undefined) return obstacle;
  if (run.items.length === 0) return features(run, run.scenarios);
  return run.scenarios.length > 0 ? { obstacle: MIXED } : tests(run, testsOf(run.items));
}

export function rerunFailed(reply: RunReply): Rerun {
  const { run } = reply;
  const failedTests = testsOf(run.items.filter(isBad));
  const failed = run.scenarios.filter(isBad);
  const [only, ...others] = failedTests;
  const obstacle = obstacleOf(reply);
  if (obstacle !== undefined) return obstacle;
  if (only === undefined) return failed.length === 0 ? { obstacle: 'Nothing failed' } : features(run, failed);
  if (failed.length > 0) return { obstacle: MIXED };
  if (others.length > 0) return tests(run, failedTests);
  if (only !== run.testCode) return test(run, only);
  return { obstacle: run.items.length > 1 ? 'The rows of a test run together' : 'Nothing else ran' };
}

const testsOf = (items: readonly ShownTest[]): string[] => [...new Set(items.map(({ testCode }) => testCode))];

/** Continues on the page that is open, from an action of the only test of a run. */
export function rerunFrom({ run }: RunReply, action: ShownAction | undefined, isAppOpen: boolean): Rerun {
  const [item, ...others] = run.items;
  if (item === undefined || run.scenarios.length > 0) return { obstacle: 'Scenarios always run from their first step' };
  if (others.length > 0) return { obstacle: 'Several tests ran: run one of them by itself first' };
  if (item.row !== undefined) return { obstacle: 'Data rows always run from their first action' };
  if (action === undefined || !isOwn(item, action)) return { obstacle: 'Choose an action of the test' };
  if (!isAppOpen) return { obstacle: 'No page is open to continue on: re-run all of it' };
  const { role: _signedIn, toAction: _end, repeatEach: _whole, devices: _each, ...options } = run.options ?? {};
  const again = test({ ...run, options: { ...options, context: 'live' } }, item.testCode);
  return 'call' in again && again.call.name === 'runTest' ? { call: { ...again.call, from: action } } : again;
}

const isOwn = ({ actions }: ShownTest, action: ShownAction): boolean => actions.includes(action);

const obstacleOf = ({ omitted }: RunReply): Rerun | undefined =>
  omitted === undefined ? undefined : { obstacle: 'The run is still loading' };

const where = ({ versionId, environment }: ShownRun) => ({ versionId, environment });

type AskedOptions = NonNullable<ShownRun['options']>;

/** What every kind of run takes; options of the command line alone are left out. */
const anywhere = ({
  role,
  slowMoMs,
  screenshots,
  video,
  trace,
  workers,
  retries,
  repeatEach,
  devices,
  isolation,
}: AskedOptions) => ({
  role,
  slowMoMs,
  screenshots,
  video,
  trace,
  workers,
  retries,
  repeatEach,
  devices,
  isolation,
});

function test(run: ShownRun, testId: string): Rerun {
  const { parameters, row, fromAction, toAction, context, ...others } = run.options ?? {};
  const options = { ...anywhere(others), parameters, row, fromAction, toAction, context };
  if (Object.values(options.parameters ?? {}).some(value => value.includes(REDACTED)))
    return { obstacle: 'It was given a secret, which runs do not keep' };
  return { call: { name: 'runTest', given: { ...where(run), ...options, testId } } };
}

function tests(run: ShownRun, codes: readonly string[]): Rerun {
  return { call: { name: 'runTests', given: { ...where(run), ...anywhere(run.options ?? {}), tests: codes } } };
}

function features(run: ShownRun, scenarios: readonly ShownScenario[]): Rerun {
  if (scenarios.length === 0) return { obstacle: 'Nothing in it has started' };
  const { keepRunning, ...others } = run.options ?? {};
  const options = { ...anywhere(others), keepRunning };
  return {
    call: { name: 'runFeatures', given: { ...where(run), ...options, scenarios: scenarios.map(scenarioReference) } },
  };
}
