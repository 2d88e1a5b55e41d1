import type { PlannedItem, PlannedScenario } from '../../../model/protocol/bridge.ts';
import { itemTitle } from '../../../model/run/item-title.ts';
import type { Redactor } from '../../../model/values/redactor.ts';
import { redactExample, redactRow } from './redact-results.ts';
import type { ItemHeading, ScenarioHeading } from './run-watcher.ts';

/** What is known of an item before it has run, masked. */
export function headingOf(item: PlannedItem, redact: Redactor): ItemHeading {
  const { module, test, row, identity, scenario } = item;
  const role = identity?.role === undefined ? {} : { role: redact(identity.role) };
  if (scenario !== undefined) return { ...scenarioHeading(scenario, redact), ...role };
  return {
    testCode: test.testCode,
    moduleCode: module.moduleCode,
    moduleName: redact(module.name),
    ...(test.tags === undefined ? {} : { tags: test.tags.map(redact) }),
    title: redact(itemTitle(item)),
    ...(row === undefined ? {} : { row: redactRow(row, redact) }),
    ...role,
  };
}

const scenarioHeading = (planned: PlannedScenario, redact: Redactor): ScenarioHeading => ({
  scenario: planned.scenario,
  ...(planned.row === undefined ? {} : { row: planned.row }),
  ...(planned.example === undefined ? {} : { example: redactExample(planned.example, redact) }),
  name: redact(planned.name),
  featureCode: planned.featureCode,
  featureName: redact(planned.featureName),
  file: redact(planned.file),
  line: planned.line,
  ...(planned.tags.length === 0 ? {} : { tags: planned.tags.map(redact) }),
});
