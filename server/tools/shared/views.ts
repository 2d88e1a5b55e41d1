import { z } from 'zod';
import { ActionInput } from '../../../model/actions/read-action.ts';
import { ActionId, EnvironmentCode, ModuleCode, TestCode, VersionId } from '../../../model/names/codes.ts';
import { DataValues } from '../../../model/names/names.ts';
import { siblings } from '../../../model/project/edits/modules.ts';
import { ENVIRONMENT_ITEM_KINDS, type Environment } from '../../../model/project/environment.ts';
import { textsLinkedTo } from '../../../model/project/links.ts';
import type { Module } from '../../../model/project/module.ts';
import { testProblems } from '../../../model/project/problems.ts';
import { type Test, TestData, TestParameter, TestType } from '../../../model/project/test.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import { isMaskable, TOO_SHORT } from '../../../model/values/redactor.ts';
import { syntaxCheck } from '../../process/syntax-check.ts';
import type { SecretsFile } from '../../store/edits/private-file.ts';
import { moduleRevision, revisionOf } from '../../store/edits/undo-history.ts';
import { takeFitting } from './paging.ts';

/** What tools answer that delete tests. */
export const DeletedTests = z.strictObject({
  deleted: z.array(z.string()),
  unlinked: z.array(z.string()).optional().describe('Texts of steps that were linked to them and are red now'),
});

/** Names the steps that lose their test with what is deleted. */
export function deletedTests(content: VersionContent, deleted: string[]): z.input<typeof DeletedTests> {
  const texts = textsLinkedTo(content, new Set(deleted));
  return { deleted, ...(texts.length === 0 ? {} : { unlinked: takeFitting(texts) }) };
}

/** The records as tools answer them: every code under both of its names, optional fields left out when unset. */

const Revision = z.string().describe('Short hash of the content; give it back as ifRevision');

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

export const TestView = z.strictObject({
  testCode: TestCode,
  testId: TestCode,
  moduleCode: ModuleCode,
  moduleId: ModuleCode,
  name: z.string(),
  type: TestType,
  comment: z.string().optional(),
  tags: z.array(z.string()).optional(),
  skip: z.boolean().optional(),
  role: z.string().optional(),
  app: z.string().optional(),
  parameters: z.array(TestParameter).optional(),
  data: TestData.optional(),
  actionCount: z.number().int(),
  actions: z.array(ActionView).optional(),
  revision: Revision,
});

export const ModuleView = z.strictObject({
  moduleCode: ModuleCode,
  moduleId: ModuleCode,
  name: z.string(),
  comment: z.string().optional(),
  parentModule: ModuleCode.optional(),
  order: z.number().int().describe('Zero-based position among its siblings'),
  data: DataValues.optional(),
  before: TestCode.optional(),
  after: TestCode.optional(),
  testCount: z.number().int(),
  tests: z.array(TestView).optional(),
  revision: Revision,
});

/** What has to be known of a stored secret. */
export const SecretNote = z.string().optional().describe('Of a secret that is too short to be masked');

export const secretNote = (secret: string | undefined): { note?: string } =>
  secret === undefined || secret === '' || isMaskable(secret) ? {} : { note: TOO_SHORT };

export const EnvironmentView = z.strictObject({
  environmentCode: EnvironmentCode,
  name: z.string(),
  items: z.array(
    z.strictObject({
      name: z.string(),
      kind: z.enum(ENVIRONMENT_ITEM_KINDS),
      value: z.string().optional(),
      set: z.boolean().optional().describe('Of a secret: whether a value is stored'),
      note: SecretNote,
    }),
  ),
  revision: Revision,
});

export const VersionView = z.strictObject({
  versionId: VersionId,
  name: z.string(),
  madeFrom: VersionId.optional(),
  isDefault: z.boolean(),
  moduleCount: z.number().int(),
  testCount: z.number().int(),
});

type Shown<Schema extends z.ZodType> = z.input<Schema>;

export const actionView = (test: Test, actionIndex: number): Shown<typeof ActionView> => {
  const action = test.actions[actionIndex];
  return ActionView.parse({ actionIndex, ...action });
};

export function testView(module: Module, test: Test, withActions = false): Shown<typeof TestView> {
  const { testCode, actions, ...rest } = test;
  return {
    testCode,
    testId: testCode,
    moduleCode: module.moduleCode,
    moduleId: module.moduleCode,
    ...rest,
    actionCount: actions.length,
    ...(withActions ? { actions: actions.map((_, index) => actionView(test, index)) } : {}),
    revision: revisionOf(test),
  };
}

export interface TestPlace {
  moduleCode: ModuleCode;
  testCode: TestCode;
}

/** A test as published, with its problems: what create and edit tools answer. */
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

export function moduleView(content: VersionContent, module: Module, withTests = false): Shown<typeof ModuleView> {
  const { moduleCode, name, comment, parentModule, data, before, after, tests } = module;
  return {
    moduleCode,
    moduleId: moduleCode,
    name,
    ...(comment === undefined ? {} : { comment }),
    ...(parentModule === undefined ? {} : { parentModule }),
    order: siblings(content, parentModule).indexOf(module),
    ...(data === undefined ? {} : { data }),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    testCount: tests.length,
    ...(withTests ? { tests: tests.map(test => testView(module, test)) } : {}),
    revision: moduleRevision(module),
  };
}

export function environmentView(
  versionId: string,
  environment: Environment,
  secrets: SecretsFile,
): Shown<typeof EnvironmentView> {
  const { environmentCode, name } = environment;
  const items = environment.items.map(item => {
    if (item.kind !== 'secret') return item;
    const secret = secrets.ofEnvironment(versionId, environment, item.name);
    return { name: item.name, kind: item.kind, set: secret !== undefined, ...secretNote(secret) };
  });
  return { environmentCode, name, items, revision: revisionOf(environment) };
}

export function versionView(content: VersionContent, defaultVersion: string): Shown<typeof VersionView> {
  const { versionId, name, madeFrom } = content.version;
  let testCount = 0;
  for (const module of content.modules.values()) testCount += module.tests.length;
  return {
    versionId,
    name,
    ...(madeFrom === undefined ? {} : { madeFrom }),
    isDefault: versionId === defaultVersion,
    moduleCount: content.modules.size,
    testCount,
  };
}
