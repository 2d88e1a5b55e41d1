import { ACTION_FIELDS } from '../../../model/actions/index.ts';
import { readTestReference } from '../../../model/names/codes.ts';
import { pluggedTests } from '../../../model/project/references.ts';
import type { Test } from '../../../model/project/test.ts';
import type { PlannedItem, PlannedSuite, RunPlan } from '../../../model/protocol/bridge.ts';
import { parseTemplate } from '../../../model/values/template.ts';
import { isMereName } from './look-up.ts';

/** Whether a run will compute values that take more than looking up a name. */
export function needsExpressions(plan: Pick<RunPlan, 'items' | 'content' | 'projectData'>): boolean {
  const { items, content, projectData } = plan;
  if (hasComputed(projectData)) return true;
  if (items.some(item => valuesAround(item).some(hasComputed))) return true;
  const tests = new Set<Test>(items.flatMap(({ test, suite }) => [test, ...suitesAround(suite).map(one => one.test)]));
  for (const test of tests) {
    if (hasComputed(test.parameters ?? []) || hasComputed(test.actions)) return true;
    for (const code of pluggedTests(test)) {
      const plugged = content.test(readTestReference(code).testCode);
      if (plugged !== undefined) tests.add(plugged);
    }
  }
  return false;
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
    // Such a text fails the action that holds it, without being computed.
    return false;
  }
}
