/** What loads slowly, and is loaded beside the start of the browser where a run needs it. */
import { ACTION_FIELDS } from '../../../model/actions/index.ts';
import { readTestReference } from '../../../model/names/codes.ts';
import { pluggedTests } from '../../../model/project/references.ts';
import type { Test } from '../../../model/project/test.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import type { PlannedItem, PlannedSuite, RunPlan } from '../../../model/protocol/bridge.ts';
import { parseTemplate } from '../../../model/values/template.ts';
import { isMereName } from '../values/look-up.ts';

type PlannedTests = Pick<RunPlan, 'items' | 'content'>;

export function needsExpressions(plan: PlannedTests & Pick<RunPlan, 'projectData'>): boolean {
  if (hasComputed(plan.projectData)) return true;
  if (plan.items.some(item => valuesAround(item).some(hasComputed))) return true;
  return testsOf(plan).some(test => hasComputed(test.parameters ?? []) || hasComputed(test.actions));
}

export const needsExpectations = (plan: PlannedTests): boolean =>
  testsOf(plan).some(({ actions }) => actions.some(isExpectation));

const isExpectation = (action: Test['actions'][number]): boolean =>
  action.type === 'assert' || (action.type === 'wait' && action.locator !== undefined);

const testsOf = ({ items, content }: PlannedTests): Test[] =>
  withPlugged(
    items.flatMap(({ test, suite }) => [test, ...suitesAround(suite).map(one => one.test)]),
    content,
  );

/** The tests with all that they plug in, each once. */
export function withPlugged(given: readonly Test[], content: Pick<VersionContent, 'test'>): Test[] {
  const tests = new Set<Test>(given);
  for (const test of tests)
    for (const code of pluggedTests(test)) {
      const plugged = content.test(readTestReference(code).testCode);
      if (plugged !== undefined) tests.add(plugged);
    }
  return [...tests];
}

const valuesAround = ({ parameters, suite, row, module }: PlannedItem): object[] => [
  parameters,
  ...suitesAround(suite).flatMap(one => [one.parameters, one.row?.values ?? {}]),
  row?.values ?? {},
  module.data ?? {},
];

const suitesAround = (suite: PlannedSuite | undefined): PlannedSuite[] =>
  suite === undefined ? [] : [suite, ...suitesAround(suite.suite)];

function hasComputed(value: object): boolean {
  return Object.entries(value).some(([name, field]) => {
    if (typeof field === 'object' && field !== null) return hasComputed(field);
    if (typeof field !== 'string') return false;
    return ACTION_FIELDS.get(name)?.holds === 'condition'
      ? !isMereName(field.trim()) || isComputed(field)
      : isComputed(field);
  });
}

function isComputed(text: string): boolean {
  if (!text.includes('{{')) return false;
  try {
    return parseTemplate(text).parts.some(part => part.kind === 'expression' && !isMereName(part.source));
  } catch {
    // The unreadable text fails its action without being computed.
    return false;
  }
}
