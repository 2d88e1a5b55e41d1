import { type ModuleCode, TestCode } from '../../names/codes.ts';
import type { Test } from '../test.ts';
import type { VersionDraft } from '../version-content.ts';
import { nextActionId } from './actions.ts';
import { findModule } from './modules.ts';
import { draftTest } from './tests.ts';

const MOST_CHARACTERS = 200;
const SUFFIX = ' (copy)';

interface DuplicateRequest {
  moduleCode: ModuleCode;
  test: Test;
  /** Default: that of the test, marked as a copy. */
  name?: string | undefined;
  /** Default: the module of the test. */
  newModuleCode?: ModuleCode | undefined;
  /** Default: right behind the test, or at the end of another module. */
  order?: number | undefined;
}

/** Puts a copy of a test, with codes of its own, into a module. Errors: `not-found`, `conflict` for twins. */
export function duplicateTest(draft: VersionDraft, request: DuplicateRequest): TestCode {
  const { moduleCode, test, name = copyName(test.name), newModuleCode = moduleCode, order } = request;
  findModule(draft, newModuleCode, 'newModuleCode');
  const original = draftTest(draft, moduleCode, test.testCode);
  const testCode = TestCode.parse(`t${draft.nextNumber('t')}`);
  const actions = test.actions.map(action => ({ ...action, actionId: nextActionId(draft) }));
  const list = draft.draftModule(newModuleCode).tests;
  const behind = newModuleCode === moduleCode ? list.indexOf(original) + 1 : list.length;
  list.splice(Math.min(order ?? behind, list.length), 0, { ...test, testCode, name, actions });
  return testCode;
}

const copyName = (name: string): string =>
  `${name.slice(0, MOST_CHARACTERS - SUFFIX.length).replace(/[\ud800-\udbff]$/, '')}${SUFFIX}`;
