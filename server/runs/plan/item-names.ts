import { fillPlaceholders } from '../../../model/feature/fill-step.ts';
import { counted } from '../../../model/names/counted.ts';
import type { Module } from '../../../model/project/module.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import type { PlannedItem } from '../../../model/protocol/bridge.ts';
import { itemKey, itemTitle, resultKey, scenarioTitle } from '../../../model/run/item-title.ts';
import type { ScenarioTarget } from './plan-scenarios.ts';
import type { RunTarget } from './run-request.ts';

const SEPARATOR = ' › ';

function modulePathOf(content: VersionContent, { name, parentModule }: Module): string {
  const parent = parentModule === undefined ? undefined : content.modules.get(parentModule);
  return parent === undefined ? name : `${modulePathOf(content, parent)}${SEPARATOR}${name}`;
}

export const fullTestTitle = (content: VersionContent, { module, test }: RunTarget): string =>
  `${modulePathOf(content, module)}${SEPARATOR}${test.name}`;

export function fullScenarioTitle({ scenario, row }: ScenarioTarget): string {
  const values = row === undefined ? undefined : scenario.rows?.[row]?.values;
  const name = fillPlaceholders(scenario.name, values ?? {});
  return `${scenario.feature.entry.name}${SEPARATOR}${scenarioTitle({ name, row, example: values })}`;
}

/** The same in all runs and for all repeats. */
export const plannedKey = ({ scenario, test, row, device }: PlannedItem): string =>
  itemKey(scenario ?? { testCode: test.testCode, row, device });

export const plannedResultKey = ({ scenario, test, row, device, repeat }: PlannedItem): string =>
  resultKey(scenario ?? { testCode: test.testCode, row, device, repeat });

export const plannedTitle = (content: VersionContent, item: PlannedItem): string =>
  item.scenario === undefined
    ? `${modulePathOf(content, item.module)}${SEPARATOR}${itemTitle(item)}`
    : `${item.scenario.featureName}${SEPARATOR}${scenarioTitle(item.scenario)}`;

interface TitledTest {
  module: { name: string };
  test: { name: string };
}

interface ScenarioToName {
  scenario: {
    scenario: string;
    name: string;
    rows?: readonly { values: Record<string, string> }[] | undefined;
    feature: { entry: { featureCode: string; name: string } };
  };
  row?: number | undefined;
}

export function runTitle(tests: readonly TitledTest[], scenarios: readonly ScenarioToName[]): string {
  const [test] = tests;
  if (test === undefined) return scenariosTitle(scenarios);
  if (scenarios.length > 0) return `${counted(tests.length, 'test')}, ${counted(scenarios.length, 'scenario')}`;
  return tests.length === 1 ? `${test.module.name} › ${test.test.name}` : counted(tests.length, 'test');
}

function scenariosTitle(scenarios: readonly ScenarioToName[]): string {
  const [first, ...others] = scenarios;
  if (first === undefined) return counted(0, 'test');
  const { scenario, row } = first;
  const { entry } = scenario.feature;
  const values = row === undefined ? undefined : scenario.rows?.[row]?.values;
  if (others.length === 0)
    return `${entry.name} › ${scenarioTitle({ name: fillPlaceholders(scenario.name, values ?? {}), row, example: values })}`;
  if (others.every(other => other.scenario.scenario === scenario.scenario)) return `${entry.name} › ${scenario.name}`;
  const isOneFeature = others.every(other => other.scenario.feature.entry.featureCode === entry.featureCode);
  return isOneFeature
    ? `${entry.name} › ${counted(scenarios.length, 'scenario')}`
    : counted(scenarios.length, 'scenario');
}
