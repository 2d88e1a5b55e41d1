import type { TestCode } from '../../model/names/codes.ts';
import { changedSpan } from '../../model/project/references.ts';
import type { Test } from '../../model/project/test.ts';
import type { FileTouch, StoredFile } from '../store/edits/stored.ts';

/** More than anybody looks at. */
const MOST = 500;

/** Changed actions of tests that the page does not have open, as `t5/a7`. */
export function changedActions(
  touched: readonly FileTouch[],
  { versionId, openTests }: { versionId: string; openTests: ReadonlySet<TestCode> },
): string[] {
  const names = touched.flatMap(({ before, after }) => {
    if (after?.kind !== 'module' || after.versionId !== versionId) return [];
    const old = new Map(testsOf(before).map(test => [test.testCode, test]));
    return testsOf(after)
      .filter(test => !openTests.has(test.testCode) && old.get(test.testCode) !== test)
      .flatMap(test => changedIn(old.get(test.testCode), test));
  });
  return names.slice(0, MOST);
}

const testsOf = (stored: StoredFile | undefined): readonly Test[] =>
  stored?.kind === 'module' ? stored.value.tests : [];

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const changedIn = (before: Test | undefined, { testCode, actions }: Test): string[] =>
  changedSpan(before?.actions ?? [], actions, isSame).after.map(({ actionId }) => `${testCode}/${actionId}`);
