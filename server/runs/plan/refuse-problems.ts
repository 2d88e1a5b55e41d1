import { AppError } from '../../../model/errors/errors.ts';
import { testProblems } from '../../../model/project/problems.ts';
import type { Test } from '../../../model/project/test.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import { syntaxCheck } from '../../process/syntax-check.ts';

/** A test with problems is not run. Errors: `invalid-project`. */
export function refuseProblems(content: VersionContent, tests: readonly Test[]): void {
  const problems = tests.flatMap(test => testProblems(content, test, syntaxCheck));
  const [first] = problems;
  if (first === undefined) return;
  const place = first.actionIndex === undefined ? first.testCode : `${first.testCode} action ${first.actionIndex}`;
  const more = problems.length === 1 ? '' : ` (and ${problems.length - 1} more problems)`;
  throw new AppError('invalid-project', `The test cannot run: ${place} ${first.message}${more}.`, {
    facts: { problems },
  });
}
