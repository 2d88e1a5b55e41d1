import { z } from 'zod';
import { ActionInput } from '../../../model/actions/read-action.ts';
import { AppError } from '../../../model/errors/errors.ts';
import { leftOutMark } from '../../../model/exchange/test-drafts.ts';
import { ActionId, DataValues, EnvironmentCode, ModuleCode, TestCode, VersionId } from '../../../model/names/codes.ts';
import { siblings } from '../../../model/project/edits/modules.ts';
import { ENVIRONMENT_ITEM_KINDS, type Environment } from '../../../model/project/environment.ts';
import { textsLinkedTo } from '../../../model/project/links.ts';
import type { Module } from '../../../model/project/module.ts';
import { testProblems } from '../../../model/project/problems.ts';
import type { Project } from '../../../model/project/project.ts';
import { type Test, TestData, TestParameter, TestType } from '../../../model/project/test.ts';
import type { VersionContent, VersionDraft } from '../../../model/project/version-content.ts';
import { isMaskable, TOO_SHORT } from '../../../model/values/redactor.ts';
import type { CodedFeature } from '../../feature-sync/feature-catalog.ts';
import { syntaxCheck } from '../../process/syntax-check.ts';
import type { SecretsFile } from '../../store/edits/private-file.ts';
import { environmentsPath, featurePath, modulePath, modulesFolder, PROJECT_PATH } from '../../store/edits/stored.ts';
import type { Transaction } from '../../store/edits/transaction.ts';
import { moduleRevision, type RecordChange, revisionOf } from '../../store/edits/undo-history.ts';
import type { ToolContext } from '../define/define-tool.ts';
import { takeFitting } from './paging.ts';

/** Of every tool that edits a record. */
export const IfRevision = z.string().max(64).optional().describe('Refuse when the record has another revision by now');

/** A record as it is now, whose edits can be told from others'. */
interface RevisedRecord {
  /** As messages call it. */
  name: string;
  revision: string;
  isChangedBy(change: RecordChange): boolean;
}

export const testRecord = ({ version: { versionId } }: VersionContent, test: Test): RevisedRecord => ({
  name: `Test ${test.testCode}`,
  revision: revisionOf(test),
  isChangedBy: change =>
    change.kind === 'test' && change.code === test.testCode && change.path.startsWith(`${modulesFolder(versionId)}/`),
});

/** The revision of a module covers its tests, which are in the same file. */
export const moduleRecord = ({ version }: VersionContent, module: Module): RevisedRecord => ({
  name: `Module ${module.moduleCode}`,
  revision: moduleRevision(module),
  isChangedBy: change => change.path === modulePath(version.versionId, module.moduleCode),
});

export const environmentRecord = ({ version }: VersionContent, environment: Environment): RevisedRecord => ({
  name: `Environment ${environment.environmentCode}`,
  revision: revisionOf(environment),
  isChangedBy: change =>
    change.kind === 'environment' &&
    change.code === environment.environmentCode &&
    change.path === environmentsPath(version.versionId),
});

export const featureRecord = (
  { version }: VersionContent,
  { entry, source }: Pick<CodedFeature, 'entry' | 'source'>,
): RevisedRecord => ({
  name: `Feature ${entry.featureCode}`,
  revision: source.hash,
  isChangedBy: change => change.path === featurePath(version.versionId, entry.file),
});

export const projectRecord = (project: Project): RevisedRecord => ({
  name: 'The project',
  revision: revisionOf(project),
  isChangedBy: change => change.path === PROJECT_PATH,
});

/** Refuses an edit of a record that is not as the caller read it. Errors: `conflict`, saying what changed it last. */
export function checkRevision({ project }: ToolContext, record: RevisedRecord, ifRevision: string | undefined): void {
  const { name, revision } = record;
  if (ifRevision === undefined || ifRevision === revision) return;
  const last = project.store.lastEditor(change => record.isChangedBy(change));
  const by = last === undefined ? '' : `, last by ${last.actor.name} (${last.title})`;
  const message = `${name} was changed since you read it${by}: its revision is ${revision} now, not ${ifRevision}. Read it again.`;
  const changedBy = last === undefined ? {} : { changedBy: { by: last.actor.name, title: last.title } };
  throw new AppError('conflict', message, { field: 'ifRevision', facts: { revision, ...changedBy } });
}

/** The version a call speaks of: the one named in `field`, else the project's default. Errors: `not-found`. */
export function versionOf(context: ToolContext, versionId: string | undefined, field = 'versionId'): VersionContent {
  const { project, versions } = context.project.store.content;
  const id = versionId ?? project.defaultVersion;
  const content = versions.get(id);
  if (content !== undefined) return content;
  const message = `No version "${id}". There are: ${[...versions.keys()].join(', ')}.`;
  throw new AppError('not-found', message, { field, next: 'getVersions' });
}

interface VersionEdit<Result> {
  versionId: string | undefined;
  /** What the edit does, e.g. `createTest`. */
  title: string;
  label?(result: Result): string;
  edit(draft: VersionDraft, transaction: Transaction): Result;
}

/** Performs an edit of one version; afterwards `content` is the version as published. */
export async function editVersion<Result>(
  context: ToolContext,
  { versionId, edit, ...request }: VersionEdit<Result>,
): Promise<{ result: Result; content: VersionContent }> {
  const id = VersionId.parse(versionOf(context, versionId).version.versionId);
  const result = await context.project.store.change({
    ...request,
    versionId: id,
    actor: context.actor,
    edit: transaction => edit(transaction.version(id), transaction),
  });
  return { result, content: versionOf(context, id) };
}

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
  leftOut: z.number().int().optional().describe('How many actions stand for what an import left out'),
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
    ...leftOutMark(actions),
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
