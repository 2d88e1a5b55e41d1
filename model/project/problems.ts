import { type FieldFault, fieldFault } from '../actions/field-fault.ts';
import { type Action, type ActionOf, readBlocks } from '../actions/index.ts';
import { actionFault, templateFault } from '../actions/read-action.ts';
import { type DataValues, readTestReference } from '../names/codes.ts';
import { filePathFault } from '../names/file-path.ts';
import { isNameGroup } from '../values/referenced-names.ts';
import type { SyntaxCheck } from '../values/syntax-check.ts';
import { type TestActors, unknownActor } from './actor.ts';
import { actorFaults } from './actor-faults.ts';
import { browserFault } from './browser-faults.ts';
import { findActor } from './find-actor.ts';
import { hooksAround, plugCycle } from './references.ts';
import { SUITE_KINDS, type Test, type TestData, type TestParameter } from './test.ts';
import type { TestBrowser } from './test-browser.ts';
import type { VersionContent } from './version-content.ts';

export interface TestProblem {
  testCode: string;
  actionIndex?: number;
  message: string;
}

/** A test with problems is not run. */
export function testProblems(content: VersionContent, test: Test, syntax: SyntaxCheck): TestProblem[] {
  const { testCode } = test;
  const problems: TestProblem[] = readBlocks(test.actions).faults.map(fault => ({ testCode, ...fault }));
  if (test.type === 'suite') problems.push(...suiteFaults(test.actions).map(fault => ({ testCode, ...fault })));
  problems.push(
    ...hookFaults(content, test),
    ...fieldFaults(test, syntax),
    ...featureFaults(content, test),
    ...actingFaults(content, test),
  );
  test.actions.forEach((action, actionIndex) => {
    if (action.type !== 'plugTest' || action.disabled) return;
    const target = content.test(readTestReference(action.test).testCode);
    if (target === undefined) {
      problems.push({ testCode, actionIndex, message: `plugs ${action.test}, which does not exist` });
      return;
    }
    if (action.role !== undefined && test.type !== 'suite')
      problems.push({
        testCode,
        actionIndex,
        message: `gives a role to ${target.testCode}, which shares the browser of this test; items of a suite can have one of their own`,
      });
    const names = new Set((target.parameters ?? []).map(parameter => parameter.name));
    for (const name of Object.keys(action.parameters ?? {}))
      if (!names.has(name))
        problems.push({
          testCode,
          actionIndex,
          message: `gives "${name}" to ${target.testCode}, which has no such parameter`,
        });
  });
  const cycle = plugCycle(content, testCode);
  if (cycle !== undefined) problems.push({ testCode, message: `plugs itself: ${cycle.join(' → ')}` });
  return problems;
}

/** What is no test of the version, as a scenario, may name whom any test names. */
const actorFault = (content: VersionContent, { testCode, actors }: Test, name: string): string | undefined => {
  if (content.test(testCode) !== undefined) return unknownActor(actors, name);
  return findActor(content, name) === undefined ? `acts as “${name}”, whom no test names` : undefined;
};

const actingFaults = (content: VersionContent, test: Test): TestProblem[] =>
  test.actions.flatMap(({ actor, disabled = false }, actionIndex) => {
    const message = actor === undefined || disabled ? undefined : actorFault(content, test, actor);
    return message === undefined ? [] : [{ testCode: test.testCode, actionIndex, message }];
  });

/** Files may hold what tools refuse, from an earlier release or an editor. */
function fieldFaults(test: Test, syntax: SyntaxCheck): TestProblem[] {
  const { testCode, actions } = test;
  const words = ({ field, message }: FieldFault): string => `has a wrong "${field}": ${message}`;
  const ofActions = actions.flatMap((action, actionIndex) => {
    const fault = action.disabled ? undefined : actionFault(action, syntax);
    return fault === undefined ? [] : [{ testCode, actionIndex, message: words(fault) }];
  });
  const format = dataFormatFault(test);
  const ofTest = [...testFaults(test, syntax), ...(format === undefined ? [] : [format])];
  return [...ofTest.map(fault => ({ testCode, message: words(fault) })), ...ofActions];
}

/** A suite has no hooks of its own: those of its items' modules run. */
function hookFaults(content: VersionContent, { testCode, type }: Test): TestProblem[] {
  const module = content.moduleOf(testCode);
  if (module === undefined || type === 'suite') return [];
  return Object.entries(hooksAround(module, testCode)).flatMap(([slot, code]) => {
    if (code === undefined || content.test(code) !== undefined) return [];
    const message = `belongs to ${module.moduleCode}, whose "${slot}" names ${code}, which does not exist`;
    return [{ testCode, message }];
  });
}

const LISTED_KINDS = `${SUITE_KINDS.slice(0, -1).join(', ')} and ${SUITE_KINDS.at(-1)}`;

export const runsFeatures = (action: Action): action is ActionOf<'plugScenario' | 'plugFeature' | 'plugTags'> =>
  (action.type === 'plugScenario' || action.type === 'plugFeature' || action.type === 'plugTags') && !action.disabled;

const pluggedBy = (content: VersionContent, action: Action): Test | undefined =>
  action.type === 'plugTest' ? content.test(readTestReference(action.test).testCode) : undefined;

function featureFaults(content: VersionContent, { testCode, type, actions }: Test): TestProblem[] {
  return actions.flatMap((action, actionIndex) => {
    const problem = (message: string) => [{ testCode, actionIndex, message }];
    const plugged = type === 'suite' || action.disabled ? undefined : pluggedBy(content, action);
    if (plugged?.actions.some(runsFeatures))
      return problem(`plugs the suite ${plugged.testCode}, which runs features; only a suite can hold it`);
    if (!runsFeatures(action)) return [];
    const code = codeIn(action);
    if (type !== 'suite')
      return problem(`runs ${code ?? 'what has certain tags'}, which only a suite can do; a test plugs tests`);
    return code === undefined || isThere(content, code) ? [] : problem(`runs ${code}, which does not exist`);
  });
}

function codeIn(action: ActionOf<'plugScenario' | 'plugFeature' | 'plugTags'>): string | undefined {
  if (action.type === 'plugTags') return undefined;
  return action.type === 'plugScenario' ? action.scenario : action.feature;
}

function isThere({ features }: VersionContent, code: string): boolean {
  const [featureCode, scenario] = code.split('.');
  const entry = features.features.find(each => each.featureCode === featureCode && !each.gone);
  if (entry === undefined || scenario === undefined) return entry !== undefined;
  return entry.scenarios.some(each => each.scenario === `${featureCode}.${scenario}` && !each.gone);
}

export function suiteFaults(actions: readonly { type: string }[]): { actionIndex: number; message: string }[] {
  return actions.flatMap((action, actionIndex) =>
    SUITE_KINDS.includes(action.type)
      ? []
      : [{ actionIndex, message: `a suite holds only ${LISTED_KINDS}, not ${action.type}` }],
  );
}

interface CheckedFields {
  browser?: TestBrowser | null | undefined;
  actors?: TestActors | null | undefined;
  parameters?: readonly TestParameter[] | null | undefined;
  data?: TestData | null | undefined;
}

export function testFaults({ parameters, data, browser, actors }: CheckedFields, syntax: SyntaxCheck): FieldFault[] {
  const names = (parameters ?? []).map(({ name }) => name);
  const faults = (parameters ?? []).flatMap(({ name, default: text = '' }, index) => [
    fieldFault(`parameters[${index}].name`, nameFault(name, names.indexOf(name) < index)),
    fieldFault(`parameters[${index}].default`, text.includes('{{') ? templateFault(text, syntax) : undefined),
  ]);
  faults.push(...actorFaults(actors ?? []));
  if (browser) faults.push(browserFault(browser, 'browser', { takesColumns: true }));
  if (data && 'file' in data) faults.push(fieldFault('data.file', filePathFault(data.file)));
  if (data && 'rows' in data)
    for (const [index, row] of data.rows.entries()) faults.push(...dataFaults(row, `data.rows[${index}]`, syntax));
  return faults.filter(fault => fault !== undefined);
}

/** A parameter named like a group could never be read: `{{secret}}` means all secret values. */
function nameFault(name: string, isTaken: boolean): string | undefined {
  if (isTaken) return `“${name}” appears twice`;
  return isNameGroup(name) ? `“${name}” is reserved for ${name}.NAME; give the parameter another name` : undefined;
}

export const dataFaults = (data: DataValues, root: string, syntax: SyntaxCheck): FieldFault[] =>
  Object.entries(data).flatMap(([name, text]) => {
    const isComputed = typeof text === 'string' && text.includes('{{');
    return fieldFault(`${root}.${name}`, isComputed ? templateFault(text, syntax) : undefined) ?? [];
  });

const dataFormatFault = ({ data }: CheckedFields): FieldFault | undefined =>
  data && 'file' in data && !/\.json$/i.test(data.file)
    ? { field: 'data.file', message: `“${data.file}” is not a .json file with a list of rows` }
    : undefined;
