/** How a run is run again, whole or what failed of it. Pure. */
import { scenarioReference } from '../../../model/run/item-title.ts';
import type { ShownRun } from '../runs/run-reply.ts';
import { isBad } from './run-nodes.ts';

export type Rerun = { call: { name: string; given: Record<string, unknown> } } | { obstacle: string };

const SEVERAL = 'Several tests ran: run them one by one, or from the command line';

export function rerun({ testCode, items, scenarios, environment }: ShownRun): Rerun {
  if (testCode !== undefined) return { call: { name: 'runTest', given: { testId: testCode, environment } } };
  if (items.length > 0) return { obstacle: SEVERAL };
  return again(scenarios, environment);
}

export function rerunFailed({ testCode, items, scenarios, environment }: ShownRun): Rerun {
  const failedTests = new Set(items.filter(isBad).map(item => item.testCode));
  const failed = scenarios.filter(isBad);
  if (failedTests.size + failed.length === 0) return { obstacle: 'Nothing failed' };
  if (failedTests.size === 0) return again(failed, environment);
  const [only] = failedTests;
  if (items.length + scenarios.length === 1 && only === testCode) return { obstacle: 'It is all that ran' };
  return failedTests.size === 1 && failed.length === 0
    ? { call: { name: 'runTest', given: { testId: only, environment } } }
    : { obstacle: SEVERAL };
}

const again = (scenarios: ShownRun['scenarios'], environment: string | undefined): Rerun =>
  scenarios.length === 0
    ? { obstacle: 'Nothing of it has begun' }
    : { call: { name: 'runFeatures', given: { scenarios: scenarios.map(scenarioReference), environment } } };
