import { AppError } from '../../../model/errors/errors.ts';
import { readTestReference } from '../../../model/names/codes.ts';
import { testProblems } from '../../../model/project/problems.ts';
import { hooksAround, pluggedTests } from '../../../model/project/references.ts';
import type { Test } from '../../../model/project/test.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import { syntaxCheck } from '../../process/syntax-check.ts';
import { suitesAmong, testsIn } from './plan-suite.ts';

/** Errors: `invalid-project`. */
export function refuseProblems(content: VersionContent, tests: readonly Test[]): void {
  const problems = tests.flatMap(test => testProblems(content, test, syntaxCheck));
  const [first] = problems;
  if (first === undefined) return;
  const place = first.actionIndex === undefined ? first.testCode : `${first.testCode} action ${first.actionIndex + 1}`;
  const more = problems.length === 1 ? '' : ` (and ${problems.length - 1} more problems)`;
  throw new AppError('invalid-project', `The test cannot run: ${place} ${first.message}${more}.`, {
    facts: { problems },
  });
}

export function performedTests(content: VersionContent, test: Test): Test[] {
  const found = new Map<string, Test>();
  const add = (next: Test | undefined): void => {
    if (next === undefined || found.has(next.testCode)) return;
    found.set(next.testCode, next);
    for (const code of pluggedTests(next)) add(content.test(readTestReference(code).testCode));
  };
  add(test);
  const items =
    test.type === 'suite' ? suitesAmong(content, [{ test }]).flatMap(suite => testsIn(content, suite)) : [test];
  for (const item of items) for (const hook of hooksOf(content, item)) add(hook);
  return [...found.values()];
}

function hooksOf(content: VersionContent, { testCode }: Test): Test[] {
  const module = content.moduleOf(testCode);
  if (module === undefined) return [];
  const { before, after } = hooksAround(module, testCode);
  return [before, after].flatMap(code => (code && content.test(code)) ?? []);
}
