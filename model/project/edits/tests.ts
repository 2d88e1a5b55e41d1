import type { Action } from '../../actions/index.ts';
import { AppError, renameField } from '../../errors/errors.ts';
import { ActionId, type ModuleCode, readTestReference, TestCode, type TestReference } from '../../names/codes.ts';
import type { TestActors } from '../actor.ts';
import { REPAIR_COMMAND } from '../collisions.ts';
import type { FailOn } from '../fail-on.ts';
import { keepNames } from '../links.ts';
import type { Module } from '../module.ts';
import { refuseWhileUsed, usagesOf } from '../references.ts';
import type { Test, TestData, TestParameter, TestType } from '../test.ts';
import type { TestBrowser } from '../test-browser.ts';
import type { VersionContent, VersionDraft } from '../version-content.ts';
import { findModule } from './modules.ts';
import { followRenamedActors } from './rename-actors.ts';
import { setOptional } from './set-optional.ts';

/** By position, or by id, which survives moves. */
interface ActionPlace {
  actionIndex?: number | undefined;
  actionId?: ActionId | undefined;
}

export const nextActionId = (draft: VersionDraft): ActionId => ActionId.parse(`a${draft.nextNumber('a')}`);

const range = (test: Test): string => {
  if (test.actions.length === 0) return 'it has no actions';
  return test.actions.length === 1 ? 'it has one action, 0' : `it has actions 0 to ${test.actions.length - 1}`;
};

/** Errors: `invalid-params` when none is named, `not-found`, `conflict` when two match. */
export function findAction(test: Test, { actionIndex, actionId }: ActionPlace): number {
  if (actionId !== undefined) return findById(test, actionId, actionIndex);
  if (actionIndex === undefined)
    throw new AppError('invalid-params', 'Name the action: "actionIndex" or "actionId" is missing.', {
      field: 'actionIndex',
    });
  if (actionIndex >= test.actions.length)
    throw new AppError('not-found', `No action ${actionIndex} in test ${test.testCode}: ${range(test)}.`, {
      field: 'actionIndex',
    });
  return actionIndex;
}

function findById(test: Test, actionId: ActionId, actionIndex: number | undefined): number {
  const found = test.actions.flatMap((action, index) => (action.actionId === actionId ? [index] : []));
  const [first] = found;
  if (first === undefined)
    throw new AppError('not-found', `No action ${actionId} in test ${test.testCode}; call getActions.`, {
      field: 'actionId',
      next: 'getActions',
    });
  if (actionIndex !== undefined) {
    if (found.includes(actionIndex)) return actionIndex;
    throw new AppError('conflict', `Action ${actionId} is at ${first} now, not at ${actionIndex}.`, {
      field: 'actionIndex',
      expected: String(first),
    });
  }
  if (found.length > 1)
    throw new AppError('conflict', `Actions ${found.join(' and ')} both have the id ${actionId}; give "actionIndex".`, {
      field: 'actionId',
    });
  return first;
}

/** Errors: `not-found` for a position beyond the end. */
export function insertActions(test: Test, actions: readonly Action[], actionIndex = test.actions.length): number {
  if (actionIndex > test.actions.length)
    throw new AppError(
      'not-found',
      `Nothing can be inserted at ${actionIndex} of test ${test.testCode}: ${range(test)}.`,
      {
        field: 'actionIndex',
        expected: `0 to ${test.actions.length}`,
      },
    );
  test.actions.splice(actionIndex, 0, ...actions);
  return actionIndex;
}

/**
 * Errors: those of `findAction` with the place in the list in the field, `invalid-params` for one that is named twice.
 */
export function findActions(test: Test, places: readonly ActionPlace[], fieldOf: (at: number) => string): number[] {
  const found: number[] = [];
  places.forEach((place, at) => {
    const index = findIn(test, place, fieldOf(at));
    if (found.includes(index))
      throw new AppError('invalid-params', `"${fieldOf(at)}" names action ${index} of test ${test.testCode} again.`, {
        field: fieldOf(at),
        expected: 'every action once',
      });
    found.push(index);
  });
  return found;
}

function findIn(test: Test, place: ActionPlace, field: string): number {
  try {
    return findAction(test, place);
  } catch (error) {
    throw renameField(error, () => field);
  }
}

/** `to` is the position that the first of them has afterwards. */
export function moveActions(test: Test, positions: readonly number[], to: number): void {
  const last = test.actions.length - positions.length;
  if (to > last)
    throw new AppError(
      'not-found',
      `No position ${to} in test ${test.testCode} for the first of the moved actions: it can go to 0 to ${last}.`,
      { field: 'to', expected: `0 to ${last}` },
    );
  const isMoved = new Set(positions);
  const moved = test.actions.filter((_, index) => isMoved.has(index));
  const others = test.actions.filter((_, index) => !isMoved.has(index));
  test.actions = others.toSpliced(to, 0, ...moved);
}

/** `to` is the position that it has afterwards. */
export function moveAction(test: Test, from: number, to: number): void {
  if (to >= test.actions.length)
    throw new AppError('not-found', `No position ${to} in test ${test.testCode}: ${range(test)}.`, { field: 'to' });
  test.actions.splice(to, 0, ...test.actions.splice(from, 1));
}

const SHOWN = 5;

interface PlaceFields {
  test: string;
  module: string;
}

const PLACE_FIELDS: PlaceFields = { test: 'testCode', module: 'moduleCode' };

/** Errors: `not-found`, naming tests there are. */
export function findTest(
  content: VersionContent,
  reference: TestReference,
  moduleCode?: ModuleCode,
  fields: PlaceFields = PLACE_FIELDS,
): { module: Module; test: Test } {
  const { testCode, moduleCode: ownModule } = readTestReference(reference);
  const module = moduleWith(content, testCode, moduleCode ?? ownModule);
  const test = module?.tests.find(candidate => candidate.testCode === testCode);
  for (const [wanted, field] of [
    [moduleCode, fields.module],
    [ownModule, fields.test],
  ] as const) {
    if (wanted === undefined || wanted === module?.moduleCode) continue;
    const said = findModule(content, wanted, field);
    if (module === undefined) throw missingTest(testCode, fields.test, said);
    const message = `Test ${testCode} is in module ${module.moduleCode}, not in ${wanted}.`;
    throw new AppError('not-found', message, { field, expected: module.moduleCode });
  }
  if (module === undefined || test === undefined) throw missingTest(testCode, fields.test);
  return { module, test };
}

/** As `findTest`. Errors: also `conflict` where a merge left the code in two modules and none is named. */
export function findTestToEdit(
  content: VersionContent,
  reference: TestReference,
  moduleCode?: ModuleCode,
): { module: Module; test: Test } {
  const found = findTest(content, reference, moduleCode);
  const isNamed = moduleCode !== undefined || readTestReference(reference).moduleCode !== undefined;
  if (isNamed) return found;
  const { testCode } = found.test;
  const holders = [...content.modules.values()].filter(({ tests }) => tests.some(test => test.testCode === testCode));
  if (holders.length === 1) return found;
  const codes = holders.map(module => module.moduleCode);
  const message = `Tests of ${codes.length} modules have the code ${testCode}: say which is meant, ${codes.join(' or ')}.`;
  throw new AppError('conflict', message, { field: 'moduleCode', expected: codes.join(', '), next: REPAIR_COMMAND });
}

/** After a merge two tests may have one code; the module decides between them. */
function moduleWith(content: VersionContent, testCode: TestCode, wanted: ModuleCode | undefined): Module | undefined {
  const module = content.moduleOf(testCode);
  if (wanted === undefined || module?.moduleCode === wanted) return module;
  const named = content.modules.get(wanted);
  return named?.tests.some(test => test.testCode === testCode) ? named : module;
}

function missingTest(testCode: TestCode, field: string, module?: Module): AppError {
  const detail = { field, next: 'getTests' };
  if (module === undefined) return new AppError('not-found', `No test ${testCode}. Call getTests to list all.`, detail);
  const { moduleCode, tests } = module;
  const some = tests.slice(0, SHOWN).map(test => `${test.testCode} ${test.name}`);
  const there =
    some.length === 0 ? 'It has no tests yet.' : `Tests: ${some.join(', ')}${tests.length > SHOWN ? ', …' : ''}.`;
  const message = `No test ${testCode} in module ${moduleCode}. ${there} Call getTests to list all.`;
  return new AppError('not-found', message, detail);
}

function ambiguousTest(moduleCode: ModuleCode, { testCode, name }: Test, duplicate: Test): AppError {
  const both = `"${name}" and "${duplicate.name}"`;
  return new AppError(
    'conflict',
    `Two tests of module ${moduleCode} have the code ${testCode}: ${both}. "${REPAIR_COMMAND}" gives one of them another.`,
    { field: 'testCode', next: REPAIR_COMMAND },
  );
}

interface TestFields {
  name: string;
  type: TestType;
  comment?: string | null | undefined;
  tags?: string[] | null | undefined;
  skip?: boolean | null | undefined;
  role?: string | null | undefined;
  actors?: TestActors | null | undefined;
  app?: string | null | undefined;
  browser?: TestBrowser | null | undefined;
  failOn?: FailOn | null | undefined;
  parameters?: TestParameter[] | null | undefined;
  data?: TestData | null | undefined;
}

const OPTIONAL_FIELDS = [
  'comment',
  'tags',
  'skip',
  'role',
  'actors',
  'app',
  'browser',
  'failOn',
  'parameters',
  'data',
] as const;

function setFields(test: Test, fields: Partial<TestFields>): void {
  if (fields.name !== undefined) test.name = fields.name;
  if (fields.type !== undefined) test.type = fields.type;
  for (const field of OPTIONAL_FIELDS) setOptional(test, field, fields[field]);
}

export function addTest(
  draft: VersionDraft,
  moduleCode: ModuleCode,
  fields: TestFields & { actions: readonly Action[] },
): TestCode {
  const testCode = TestCode.parse(`t${draft.nextNumber('t')}`);
  const test: Test = { testCode, name: fields.name, type: fields.type, actions: [...fields.actions] };
  setFields(test, fields);
  draft.draftModule(moduleCode).tests.push(test);
  return testCode;
}

interface TestChanges extends Partial<TestFields> {
  newModuleCode?: ModuleCode | undefined;
  /** Zero-based position in its new module. */
  order?: number | undefined;
  actions?: readonly Action[] | undefined;
}

export function draftTest(draft: VersionDraft, moduleCode: ModuleCode, testCode: TestCode): Test {
  const isIt = (candidate: Test) => candidate.testCode === testCode;
  const [first, duplicate] = draft.modules.get(moduleCode)?.tests.filter(isIt) ?? [];
  if (first !== undefined && duplicate !== undefined) throw ambiguousTest(moduleCode, first, duplicate);
  const test = draft.draftModule(moduleCode).tests.find(isIt);
  if (test === undefined) throw missingTest(testCode, PLACE_FIELDS.test, findModule(draft, moduleCode));
  return test;
}

export function editTest(draft: VersionDraft, moduleCode: ModuleCode, testCode: TestCode, changes: TestChanges): void {
  const target = changes.newModuleCode ?? moduleCode;
  findModule(draft, target, 'newModuleCode');
  const inPlace = draftTest(draft, moduleCode, testCode);
  // Drafts of two modules must not share objects: a move takes a copy along.
  const stored = draft.modules.get(moduleCode)?.tests.find(candidate => candidate.testCode === testCode);
  const test = target === moduleCode ? inPlace : { ...(stored ?? inPlace) };
  const { actors: before = [] } = test;
  setFields(test, changes);
  if (changes.actions !== undefined) test.actions = [...changes.actions];
  if (changes.actors) followRenamedActors(draft, test, before);
  if (target === moduleCode && changes.order === undefined) return;
  const from = draft.draftModule(moduleCode).tests;
  from.splice(from.indexOf(inPlace), 1);
  const list = draft.draftModule(target).tests;
  list.splice(Math.min(changes.order ?? list.length, list.length), 0, test);
}

export function deleteTest(draft: VersionDraft, moduleCode: ModuleCode, testCode: TestCode, force: boolean): void {
  if (!force) refuseWhileUsed(`Test ${testCode}`, usagesOf(draft, new Set([testCode])));
  const test = draftTest(draft, moduleCode, testCode);
  keepNames(draft, [test]);
  const list = draft.draftModule(moduleCode).tests;
  list.splice(list.indexOf(test), 1);
}
