import type { Action, ActionOf } from '../../../model/actions/index.ts';
import { readTestReference } from '../../../model/names/codes.ts';
import type { Test } from '../../../model/project/test.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import type { PlannedItem } from '../../../model/protocol/bridge.ts';
import { parseTagExpression } from '../../../model/values/tag-expression.ts';
import { catalogOf } from '../../feature-sync/feature-catalog.ts';
import { readDataRows } from './data-rows.ts';
import type { Asking } from './plan-identities.ts';
import type { RunnableProject, RunRequest, RunTarget } from './plan-run.ts';
import { planScenarios, type ScenarioTarget } from './plan-scenarios.ts';
import { selectScenarios } from './select-scenarios.ts';

/** The scenarios that suites run, planned. */
interface SuiteScenarios {
  targets: readonly ScenarioTarget[];
  items: readonly PlannedItem[];
  of(action: Action): readonly PlannedItem[];
}

type FeatureAction = ActionOf<'plugScenario' | 'plugFeature'>;

const plugsFeature = (action: Action): action is FeatureAction =>
  (action.type === 'plugScenario' || action.type === 'plugFeature') && !action.disabled;

/** Plans the scenarios of all suites among the tests. Errors: `not-found` for one that is not there. */
export async function plugScenarios(content: VersionContent, tests: readonly RunTarget[]): Promise<SuiteScenarios> {
  const suites = tests.filter(({ test }) => test.type === 'suite');
  const actions = suites.flatMap(({ test }) => test.actions.filter(plugsFeature));
  const targets: ScenarioTarget[] = [];
  const planned = new Map<Action, PlannedItem[]>();
  if (actions.length > 0) {
    const catalog = await catalogOf(content);
    for (const action of actions) {
      const isMeant = action.tags === undefined ? () => true : parseTagExpression(action.tags);
      const wanted = action.type === 'plugFeature' ? { features: [action.feature] } : { scenarios: [action.scenario] };
      const chosen = selectScenarios(catalog, { ...wanted, isMeant }).targets;
      targets.push(...chosen);
      planned.set(action, planScenarios(content, { scenarios: chosen }));
    }
  }
  return { targets, items: [...planned.values()].flat(), of: action => planned.get(action) ?? [] };
}

interface Planning {
  project: RunnableProject;
  request: RunRequest;
  suites: SuiteScenarios;
}

/** What running a test comes to: itself, its data rows, or what is in it when it is a suite. */
export async function planItems({ project, request, suites }: Planning, target: RunTarget): Promise<Asking[]> {
  const { module, test } = target;
  const parameters = parametersFor(test, request.parameters ?? {});
  if (test.type !== 'suite') return itemsOf(project, { module, test, parameters });
  const items: Asking[] = [];
  for (const action of test.actions) {
    items.push(...suites.of(action));
    if (action.type !== 'plugTest' || action.disabled) continue;
    const item = suiteItem(request.content, action, { module, test, parameters });
    const times = item?.isSkipped ? 1 : (action.repeat ?? 1);
    for (let round = 0; round < times; round++) items.push(...(item ? await itemsOf(project, item) : []));
  }
  return items;
}

/** A test of a suite takes those values of the suite that it knows by name, and what the suite gives it. */
function suiteItem(
  content: VersionContent,
  action: ActionOf<'plugTest'>,
  suite: NonNullable<PlannedItem['suite']>,
): Asking | undefined {
  const { testCode } = readTestReference(action.test);
  const module = content.moduleOf(testCode);
  const test = content.test(testCode);
  if (module === undefined || test === undefined) return undefined;
  const parameters = { ...parametersFor(test, suite.parameters), ...action.parameters };
  return { module, test, parameters, suite, isSkipped: test.skip, role: action.role };
}

async function itemsOf(project: RunnableProject, item: Asking): Promise<Asking[]> {
  if (item.isSkipped) return [item];
  const rows = await readDataRows(project.folder, item.test);
  if (rows === undefined) return [item];
  return rows.map((values, index) => ({ ...item, row: { index, values } }));
}

/** Of several tests each takes the parameters it knows. */
function parametersFor(test: Test, given: Readonly<Record<string, string>>): Record<string, string> {
  const known = new Set((test.parameters ?? []).map(({ name }) => name));
  return Object.fromEntries(Object.entries(given).filter(([name]) => known.has(name)));
}
