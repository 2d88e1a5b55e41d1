import { type Action, type ActionOf, actionTitle } from '../../../model/actions/index.ts';
import { AppError } from '../../../model/errors/errors.ts';
import { readTestReference } from '../../../model/names/codes.ts';
import { counted } from '../../../model/names/counted.ts';
import { runsFeatures } from '../../../model/project/problems.ts';
import type { Test } from '../../../model/project/test.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import type { PlannedItem, PlannedSuite } from '../../../model/protocol/bridge.ts';
import { parseTagExpression } from '../../../model/values/tag-expression.ts';
import { catalogOf, type FeatureCatalog } from '../../feature-sync/feature-catalog.ts';
import { readDataRows } from './data-rows.ts';
import { plannedKey } from './item-names.ts';
import { planScenarios, type ScenarioTarget } from './plan-scenarios.ts';
import type { Asking, RunnableProject, RunRequest, RunTarget } from './run-request.ts';
import { selectScenarios } from './select-scenarios.ts';
import { selectWords } from './select-words.ts';

interface SuiteFinds {
  targets: readonly ScenarioTarget[];
  items: readonly PlannedItem[];
  tests: readonly RunTarget[];
  warnings: readonly string[];
  of(action: Action): FoundByAction;
}

interface FoundByAction {
  tests: readonly RunTarget[];
  scenarios: readonly PlannedItem[];
}

const NOTHING: FoundByAction = { tests: [], scenarios: [] };

/** `by`: the action whose tags found it. */
type FoundItem = Asking & { by?: Action | undefined };

export function suitesAmong(content: VersionContent, tests: readonly Pick<RunTarget, 'test'>[]): Test[] {
  const suites = new Set(tests.flatMap(({ test }) => (test.type === 'suite' ? [test] : [])));
  for (const suite of suites) for (const test of testsIn(content, suite)) if (test.type === 'suite') suites.add(test);
  return [...suites];
}

export const testsIn = (content: VersionContent, { actions }: Test): Test[] =>
  actions.flatMap(action =>
    action.type === 'plugTest' && !action.disabled ? (content.test(readTestReference(action.test).testCode) ?? []) : [],
  );

/** Errors: `not-found` for what a suite names and the version does not have. */
export async function findForSuites(
  content: VersionContent,
  among: readonly Pick<RunTarget, 'test'>[],
): Promise<SuiteFinds> {
  const finders = suitesAmong(content, among).flatMap(suite =>
    suite.actions.flatMap((action, index) => (runsFeatures(action) ? [{ suite, action, index }] : [])),
  );
  const catalog = finders.length === 0 ? [] : await catalogOf(content);
  const found = new Map<Action, FoundByAction>();
  const targets: ScenarioTarget[] = [];
  const warnings: string[] = [];
  for (const { suite, action, index } of finders) {
    const { tests, scenarios } = findFor(action, { content, catalog });
    if (tests.length + scenarios.length === 0)
      warnings.push(`Action ${index + 1} of the suite ${suite.testCode} finds nothing to run: ${actionTitle(action)}.`);
    targets.push(...scenarios);
    found.set(action, { tests, scenarios: planScenarios(content, { scenarios }) });
  }
  const all = [...found.values()];
  return {
    targets,
    items: all.flatMap(({ scenarios }) => scenarios),
    tests: all.flatMap(({ tests }) => tests),
    warnings,
    of: action => found.get(action) ?? NOTHING,
  };
}

type Finder = ActionOf<'plugScenario' | 'plugFeature' | 'plugTags'>;

function findFor(action: Finder, version: { content: VersionContent; catalog: FeatureCatalog }) {
  const isChosen = action.tags === undefined ? () => true : parseTagExpression(action.tags);
  if (action.type === 'plugTags') {
    const { targets: tests, scenarios } = selectWords(version, [], isChosen);
    return { tests, scenarios };
  }
  const wanted = action.type === 'plugFeature' ? { features: [action.feature] } : { scenarios: [action.scenario] };
  return { tests: [], scenarios: selectScenarios(version.catalog, { ...wanted, isChosen }).targets };
}

/** A run of nothing would look as if it had passed. */
export function emptySuite(testCode: string, warnings: readonly string[], field: string): AppError {
  const why =
    warnings.length === 0
      ? `The suite ${testCode} is empty. Plug tests, features or scenarios into it.`
      : `Nothing in the suite ${testCode} would run. ${warnings.join(' ')}`;
  return new AppError('invalid-project', why, { field, next: 'createActions' });
}

interface Planning {
  project: RunnableProject;
  request: RunRequest;
  suites: SuiteFinds;
}

export async function planItems(planning: Planning, { module, test }: RunTarget): Promise<FoundItem[]> {
  const item = { module, test, parameters: parametersFor(test, planning.request.parameters ?? {}) };
  if (test.type === 'suite') return await itemsOfSuite(planning, item);
  const items = await itemsOf(planning.project, item);
  return planning.request.row === undefined ? items : [itemOfRow(items, test, planning.request.row)];
}

function itemOfRow(items: readonly Asking[], { testCode }: Test, wanted: number): Asking {
  const found = items.find(({ row }) => row?.index === wanted);
  if (found !== undefined) return found;
  const count = items.filter(({ row }) => row !== undefined).length;
  const there = count === 0 ? 'it has no data' : `its data has ${counted(count, 'row')}`;
  throw new AppError('not-found', `No row ${wanted} in test ${testCode}: ${there}.`, { field: 'row' });
}

async function itemsOfSuite(planning: Planning, suite: PlannedSuite): Promise<FoundItem[]> {
  const rows = await readDataRows(planning.project.folder, suite.test);
  if (rows === undefined) return itemsOnce(planning, suite);
  const rounds = rows.map((values, index) => itemsOnce(planning, { ...suite, row: { index, values } }));
  return (await Promise.all(rounds)).flat();
}

async function itemsOnce(planning: Planning, suite: PlannedSuite): Promise<FoundItem[]> {
  const items: FoundItem[] = [];
  for (const action of suite.test.actions) {
    items.push(...(await itemsFound(planning, action, suite)));
    if (action.type !== 'plugTest' || action.disabled) continue;
    const item = suiteItem(planning.request.content, action, suite);
    const times = item?.isSkipped ? 1 : (action.repeat ?? 1);
    for (let round = 0; round < times; round++) items.push(...(item ? await itemsHeld(planning, item) : []));
  }
  return items;
}

async function itemsFound({ project, suites }: Planning, action: Action, suite: PlannedSuite): Promise<FoundItem[]> {
  const { tests, scenarios } = suites.of(action);
  const ofTests = await Promise.all(tests.map(target => itemsOf(project, itemIn(suite, target))));
  const items = [...ofTests.flat(), ...scenarios];
  return action.type === 'plugTags' ? items.map(item => ({ ...item, by: action })) : items;
}

/** Tags add nothing that the run, or an earlier action, has already. */
export function withoutFoundAgain(items: readonly FoundItem[]): Asking[] {
  const keyOf = (item: FoundItem) => `${item.module.moduleCode}.${plannedKey(item)}`;
  const finders = new Map<string, Action | undefined>();
  const byHand = items.filter(({ by }) => by === undefined);
  for (const item of [...byHand, ...items]) if (!finders.has(keyOf(item))) finders.set(keyOf(item), item.by);
  return items.flatMap(({ by, ...item }) => (finders.get(keyOf(item)) === by ? [item] : []));
}

async function itemsHeld(planning: Planning, item: Asking): Promise<FoundItem[]> {
  if (item.isSkipped || item.test.type !== 'suite') return itemsOf(planning.project, item);
  const items = isAround(item.suite, item.test) ? [] : await itemsOfSuite(planning, item);
  return items.map(inner => ({ ...inner, role: inner.role ?? item.role }));
}

/** Only files that were edited by hand can have a suite hold itself. */
const isAround = (suite: PlannedSuite | undefined, test: Test): boolean =>
  suite !== undefined && (suite.test === test || isAround(suite.suite, test));

function suiteItem(content: VersionContent, action: ActionOf<'plugTest'>, suite: PlannedSuite): Asking | undefined {
  const { testCode } = readTestReference(action.test);
  const module = content.moduleOf(testCode);
  const test = content.test(testCode);
  if (module === undefined || test === undefined) return undefined;
  const item = itemIn(suite, { module, test });
  return { ...item, parameters: { ...item.parameters, ...action.parameters }, role: action.role };
}

const itemIn = (suite: PlannedSuite, { module, test }: RunTarget): Asking => ({
  module,
  test,
  parameters: parametersFor(test, valuesOf(suite)),
  suite,
  isSkipped: test.skip,
});

/** Values of inner suites are passed by name: only the outer suite can resolve them. */
const valuesOf = ({ parameters, row, suite }: PlannedSuite): Readonly<Record<string, string>> => ({
  ...namesOf(row?.values ?? {}),
  ...(suite === undefined ? parameters : namesOf(parameters)),
});

const namesOf = (values: object): Record<string, string> =>
  Object.fromEntries(Object.keys(values).map(name => [name, `{{${name}}}`]));

async function itemsOf(project: RunnableProject, item: Asking): Promise<Asking[]> {
  if (item.isSkipped) return [item];
  const rows = await readDataRows(project.folder, item.test);
  if (rows === undefined) return [item];
  return rows.map((values, index) => ({ ...item, row: { index, values } }));
}

function parametersFor(test: Test, given: Readonly<Record<string, string>>): Record<string, string> {
  const known = new Set((test.parameters ?? []).map(({ name }) => name));
  return Object.fromEntries(Object.entries(given).filter(([name]) => known.has(name)));
}
