/** Tests and actions in replies: every code under both of its names; unset optional fields are left out. */
import { z } from 'zod';
import { ActionInput } from '../../../model/actions/read-action.ts';
import { leftOutMark } from '../../../model/exchange/test-drafts.ts';
import { ActionId, ModuleCode, TestCode } from '../../../model/names/codes.ts';
import { textsLinkedTo } from '../../../model/project/links.ts';
import type { Module } from '../../../model/project/module.ts';
import { testProblems } from '../../../model/project/problems.ts';
import { Test } from '../../../model/project/test.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import { syntaxCheck } from '../../process/syntax-check.ts';
import { revisionOf } from '../../store/edits/revisions.ts';
import { takeFitting } from '../define/paging.ts';
import { Revision } from '../define/revision.ts';

export const DeletedTests = z.strictObject({
  deleted: z.array(z.string()),
  unlinked: z.array(z.string()).optional().describe('Texts of steps that were linked to them and are red now'),
});

/** Also lists the steps that lose their test. */
export function deletedTests(content: VersionContent, deleted: string[]): z.input<typeof DeletedTests> {
  const texts = textsLinkedTo(content, new Set(deleted));
  return { deleted, ...(texts.length === 0 ? {} : { unlinked: takeFitting(texts) }) };
}

const ProblemView = z.strictObject({
  testCode: z.string(),
  actionIndex: z.number().int().optional(),
  message: z.string(),
});
export const Problems = z.array(ProblemView).optional().describe('What keeps the test from running');

export const ActionView = z.strictObject({
  actionIndex: z.number().int().describe('Zero-based position in the test'),
  actionId: ActionId.describe('Stays the same when positions change'),
  ...ActionInput.shape,
});

export const TestView = Test.extend({
  testId: TestCode,
  moduleCode: ModuleCode,
  moduleId: ModuleCode,
  actionCount: z.number().int(),
  leftOut: z.number().int().optional().describe('How many actions stand for what an import left out'),
  actions: z.array(ActionView).optional(),
  revision: Revision,
});

export const actionView = (test: Test, actionIndex: number): z.input<typeof ActionView> => {
  const action = test.actions[actionIndex];
  return ActionView.parse({ actionIndex, ...action });
};

export function testView(module: Module, test: Test, withActions = false): z.input<typeof TestView> {
  const { testCode, actions, ...rest } = test;
  return {
    testCode,
    testId: testCode,
    moduleCode: module.moduleCode,
    moduleId: module.moduleCode,
    ...rest,
    actionCount: actions.length,
    ...leftOutMark(actions),
    ...(withActions ? { actions: actions.map((_, index) => actionView(test, index)) } : {}),
    revision: revisionOf(test),
  };
}

export interface TestPlace {
  moduleCode: ModuleCode;
  testCode: TestCode;
}

export function testReply(content: VersionContent, { moduleCode, testCode }: TestPlace, withActions = false) {
  const module = content.modules.get(moduleCode);
  const test = module?.tests.find(candidate => candidate.testCode === testCode);
  if (module === undefined || test === undefined) return undefined;
  return { test: testView(module, test, withActions), ...problemsReply(content, test) };
}

export function problemsReply(content: VersionContent, test: Test) {
  const problems = testProblems(content, test, syntaxCheck);
  return problems.length === 0 ? {} : { problems };
}
