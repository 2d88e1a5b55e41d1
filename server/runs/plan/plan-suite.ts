import type { Action, ActionOf } from '../../../model/actions/index.ts';
import { readTestReference } from '../../../model/names/codes.ts';
import { runsFeatures } from '../../../model/project/problems.ts';
import type { Test } from '../../../model/project/test.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import type { PlannedItem, PlannedSuite } from '../../../model/protocol/bridge.ts';
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

/** The suites among tests, and those in them, each once. */
export function suitesAmong(content: VersionContent, tests: readonly Pick<RunTarget, 'test'>[]): Test[] {
  const suites = new Set(tests.flatMap(({ test }) => (test.type === 'suite' ? [test] : [])));
  for (const suite of suites) for (const test of testsIn(content, suite)) if (test.type === 'suite') suites.add(test);
  return [...suites];
}

/** The tests that a suite runs, suites among them. */
export const testsIn = (content: VersionContent, { actions }: Test): Test[] =>
  actions.flatMap(action =>
    action.type === 'plugTest' && !action.disabled ? (content.test(readTestReference(action.test).testCode) ?? []) : [],
  );

/** Plans the scenarios of all suites among the tests. Errors: `not-found` for one that is not there. */
export async function plugScenarios(content: VersionContent, tests: readonly RunTarget[]): Promise<SuiteScenarios> {
  const actions = suitesAmong(content, tests).flatMap(({ actions }) => actions.filter(runsFeatures));
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
export async function planItems(planning: Planning, { module, test }: RunTarget): Promise<Asking[]> {
  const item = { module, test, parameters: parametersFor(test, planning.request.parameters ?? {}) };
  return test.type === 'suite' ? itemsOfSuite(planning, item) : itemsOf(planning.project, item);
}

async function itemsOfSuite(planning: Planning, suite: PlannedSuite): Promise<Asking[]> {
  const items: Asking[] = [];
  for (const action of suite.test.actions) {
    items.push(...planning.suites.of(action));
    if (action.type !== 'plugTest' || action.disabled) continue;
    const item = suiteItem(planning.request.content, action, suite);
    const times = item?.isSkipped ? 1 : (action.repeat ?? 1);
    for (let round = 0; round < times; round++) items.push(...(item ? await itemsHeld(planning, item) : []));
  }
  return items;
}

/** A suite in a suite comes to what is in it, signed in as the outer one says where nothing else is said. */
async function itemsHeld(planning: Planning, item: Asking): Promise<Asking[]> {
  if (item.isSkipped || item.test.type !== 'suite') return itemsOf(planning.project, item);
  const items = isAround(item.suite, item.test) ? [] : await itemsOfSuite(planning, item);
  return items.map(inner => ({ ...inner, role: inner.role ?? item.role }));
}

/** Files that were edited by hand may have a suite hold itself. */
const isAround = (suite: PlannedSuite | undefined, test: Test): boolean =>
  suite !== undefined && (suite.test === test || isAround(suite.suite, test));

/** A test of a suite takes those values of the suite that it knows by name, and what the suite gives it. */
function suiteItem(content: VersionContent, action: ActionOf<'plugTest'>, suite: PlannedSuite): Asking | undefined {
  const { testCode } = readTestReference(action.test);
  const module = content.moduleOf(testCode);
  const test = content.test(testCode);
  if (module === undefined || test === undefined) return undefined;
  const parameters = { ...parametersFor(test, valuesOf(suite)), ...action.parameters };
  return { module, test, parameters, suite, isSkipped: test.skip, role: action.role };
}

/** Those of an inner suite may be made of what only the outer one knows: they are named, not repeated. */
const valuesOf = ({ parameters, suite }: PlannedSuite): Readonly<Record<string, string>> =>
  suite === undefined ? parameters : Object.fromEntries(Object.keys(parameters).map(name => [name, `{{${name}}}`]));

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
