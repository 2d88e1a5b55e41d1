import { fillPlaceholders } from '../../../model/feature/fill-step.ts';
import { scenarioTitle } from '../../../model/run/item-title.ts';

interface TitledTest {
  module: { name: string };
  test: { name: string };
}

interface TitledScenario {
  scenario: {
    scenario: string;
    name: string;
    rows?: readonly { values: Record<string, string> }[] | undefined;
    feature: { entry: { featureCode: string; name: string } };
  };
  row?: number | undefined;
}

/** What a run is called: by what was chosen for it, as far as that has one name. */
export function runTitle(tests: readonly TitledTest[], scenarios: readonly TitledScenario[]): string {
  const [test] = tests;
  if (test === undefined) return scenariosTitle(scenarios);
  if (scenarios.length > 0) return `${count(tests, 'test')}, ${count(scenarios, 'scenario')}`;
  return tests.length === 1 ? `${test.module.name} › ${test.test.name}` : count(tests, 'test');
}

function scenariosTitle(scenarios: readonly TitledScenario[]): string {
  const [first, ...others] = scenarios;
  if (first === undefined) return count([], 'test');
  const { scenario, row } = first;
  const { entry } = scenario.feature;
  const values = row === undefined ? undefined : scenario.rows?.[row]?.values;
  if (others.length === 0)
    return `${entry.name} › ${scenarioTitle({ name: fillPlaceholders(scenario.name, values ?? {}), row, example: values })}`;
  if (others.every(other => other.scenario.scenario === scenario.scenario)) return `${entry.name} › ${scenario.name}`;
  const isOneFeature = others.every(other => other.scenario.feature.entry.featureCode === entry.featureCode);
  return isOneFeature ? `${entry.name} › ${count(scenarios, 'scenario')}` : count(scenarios, 'scenario');
}

const count = ({ length }: readonly unknown[], what: string): string => `${length} ${what}${length === 1 ? '' : 's'}`;
