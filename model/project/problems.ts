import { actionFault } from '../actions/action-fault.ts';
import { readBlocks } from '../actions/blocks.ts';
import type { FieldFault } from '../actions/field-fault.ts';
import { readTestReference } from '../names/codes.ts';
import type { SyntaxCheck } from '../values/syntax-check.ts';
import { hooksAround } from './module.ts';
import { plugCycle } from './references.ts';
import type { Test } from './test.ts';
import { dataFormatFault, testFaults } from './test-faults.ts';
import type { VersionContent } from './version-content.ts';

/** Something that keeps a test from running, or will surprise. */
export interface Problem {
  testCode: string;
  actionIndex?: number;
  message: string;
}

/** What is wrong with a test as it stands in its version. A test with problems is not run. */
export function testProblems(content: VersionContent, test: Test, syntax: SyntaxCheck): Problem[] {
  const { testCode } = test;
  const problems: Problem[] = readBlocks(test.actions).faults.map(fault => ({ testCode, ...fault }));
  if (test.type === 'suite') problems.push(...suiteFaults(test.actions).map(fault => ({ testCode, ...fault })));
  problems.push(...hookFaults(content, test), ...fieldFaults(test, syntax), ...featureFaults(content, test));
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

/** Files may hold what tools refuse: an earlier release or an editor wrote it. */
function fieldFaults(test: Test, syntax: SyntaxCheck): Problem[] {
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

/** A suite runs no hooks of its own: those of its items' modules run around them. */
function hookFaults(content: VersionContent, { testCode, type }: Test): Problem[] {
  const module = content.moduleOf(testCode);
  if (module === undefined || type === 'suite') return [];
  return Object.entries(hooksAround(module, testCode)).flatMap(([slot, code]) => {
    if (code === undefined || content.test(code) !== undefined) return [];
    const message = `belongs to ${module.moduleCode}, whose "${slot}" names ${code}, which does not exist`;
    return [{ testCode, message }];
  });
}

const SUITE_KINDS: readonly string[] = ['plugTest', 'plugScenario', 'plugFeature', 'comment'];

const LISTED_KINDS = `${SUITE_KINDS.slice(0, -1).join(', ')} and ${SUITE_KINDS.at(-1)}`;

/** What is wrong with actions that run features. */
function featureFaults(content: VersionContent, { testCode, type, actions }: Test): Problem[] {
  return actions.flatMap((action, actionIndex) => {
    if ((action.type !== 'plugScenario' && action.type !== 'plugFeature') || action.disabled) return [];
    const code = action.type === 'plugScenario' ? action.scenario : action.feature;
    const told = (message: string) => [{ testCode, actionIndex, message }];
    if (type !== 'suite') return told(`runs ${code}, which only a suite can do; a test plugs tests`);
    return isThere(content, code) ? [] : told(`runs ${code}, which does not exist`);
  });
}

function isThere({ features }: VersionContent, code: string): boolean {
  const [featureCode, scenario] = code.split('.');
  const entry = features.features.find(each => each.featureCode === featureCode && !each.gone);
  if (entry === undefined || scenario === undefined) return entry !== undefined;
  return entry.scenarios.some(each => each.scenario === `${featureCode}.${scenario}` && !each.gone);
}

/** A suite holds what runs on its own, and remarks; nothing else. */
export function suiteFaults(actions: readonly { type: string }[]): { actionIndex: number; message: string }[] {
  return actions.flatMap((action, actionIndex) =>
    SUITE_KINDS.includes(action.type)
      ? []
      : [{ actionIndex, message: `a suite holds only ${LISTED_KINDS}, not ${action.type}` }],
  );
}
