import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import { Comment, ModuleCode, Name, Tag, VariableName } from '../../model/names/codes.ts';
import { TestActors } from '../../model/project/actor.ts';
import { findModule } from '../../model/project/edits/modules.ts';
import {
  addTest,
  editTest as changeTest,
  findTestToEdit,
  deleteTest as removeTest,
} from '../../model/project/edits/tests.ts';
import { FailOn } from '../../model/project/fail-on.ts';
import { TestData, TestParameter, TestType } from '../../model/project/test.ts';
import { TestBrowser } from '../../model/project/test-browser.ts';
import type { VersionContent } from '../../model/project/version-content.ts';
import { toolsOf } from './define/define-tool.ts';
import { jsonBytes, LIST_FIELDS, PAGE_FIELDS, pageOf, REPLY_BYTES, takeFitting } from './define/paging.ts';
import { checkRevision, IfRevision, testRecord } from './define/revision.ts';
import { editVersion, versionOf } from './define/version.ts';
import { DAMAGE_FIELDS, damageReply } from './project/project-view.ts';
import {
  ActionInputs,
  learnElements,
  readWholeTest,
  refuseInSuite,
  refuseTestFaults,
  TARGET,
  withFileProblems,
  withIds,
} from './tests/test-edits.ts';
import {
  DeletedTests,
  deletedTests,
  Problems,
  type TestPlace,
  TestView,
  testReply,
  testView,
} from './tests/test-views.ts';

const defineTool = toolsOf('tests');

const TestReply = z.strictObject({ test: TestView, problems: Problems, omitted: PAGE_FIELDS.omitted });

const PARAMETERS = 'What the test takes: [{name, default, comment}]';
const DATA = 'Rows to run with: {rows: [{name: value}]}, or {file} under files/';
const TAGS = 'e.g. @smoke';
const BROWSER =
  'Browser that it runs in, where it differs from that of project and environment: device, locale, colorScheme …; texts may be {{column}} of its data';
const ACTORS = 'Who acts, each in a window: [{name, role, device, colour}]; the first is default';
const FAIL_ON =
  'What fails it where it happens, where that differs from the project: {consoleErrors: true, allowed: ["…"]}';
const parameters = z.array(TestParameter).max(200).describe(PARAMETERS);
const data = TestData.describe(DATA);
const tags = z.array(Tag).max(100).describe(TAGS);

function reply(content: VersionContent, place: TestPlace, withActions: boolean) {
  const found = testReply(content, place, withActions);
  if (found === undefined) throw new AppError('conflict', `Test ${place.testCode} was deleted meanwhile.`);
  if (jsonBytes(found.test) <= REPLY_BYTES) return found;
  const { view, omitted } = cutActions(found.test);
  return { ...found, test: view, omitted };
}

function cutActions(test: z.input<typeof TestView>) {
  const { actions = [], testCode } = test;
  const kept = takeFitting(actions);
  const omitted = `${actions.length - kept.length} of ${actions.length} actions of ${testCode} left out: getActions lists them.`;
  return { view: { ...test, actions: kept }, omitted };
}

const hasTag = (tagsOfTest: readonly string[] | undefined, wanted: string): boolean =>
  (tagsOfTest ?? []).some(tag => tag.replace(/^@/, '') === wanted.replace(/^@/, ''));

export const getTests = defineTool({
  name: 'getTests',
  scope: 'read',
  title: 'List tests',
  summary: 'List the tests of a module, or without moduleCode those of the version.',
  input: {
    moduleCode: ModuleCode.optional().describe('e.g. m1'),
    tags: z.array(Tag).max(20).optional().describe('Only those with all of these tags'),
    includeActions: z.boolean().optional().describe('With their actions'),
    ...LIST_FIELDS,
  },
  output: z.strictObject({ tests: z.array(TestView), ...PAGE_FIELDS, ...DAMAGE_FIELDS }),
  errors: ['not-found'],
  examples: [{ moduleCode: 'm1' }],
  run(input, context) {
    const content = versionOf(context, input.versionId);
    const modules =
      input.moduleCode === undefined ? [...content.modules.values()] : [findModule(content, input.moduleCode)];
    const all = modules.flatMap(module =>
      module.tests
        .filter(test => (input.tags ?? []).every(tag => hasTag(test.tags, tag)))
        .map(test => ({ module, test })),
    );
    const { items, ...page } = pageOf({
      all,
      input,
      words: ({ test }) => [test.name, test.testCode],
      view: ({ module, test }) => testView(module, test, input.includeActions),
      shorten: cutActions,
    });
    return { tests: items, ...page, ...damageReply(context.project, content.version.versionId) };
  },
});

export const createTest = defineTool({
  name: 'createTest',
  scope: 'write',
  title: 'Create a test',
  summary:
    'Create a test, with its actions if you like. An empty test passes. Type suite holds plugTest actions, each run on its own.',
  input: {
    name: Name.describe('e.g. Valid user'),
    moduleCode: ModuleCode.describe('Module to hold it, e.g. m1'),
    type: TestType.optional().describe('Default: web'),
    parameters: parameters.optional(),
    data: data.optional(),
    comment: Comment.optional().describe('What it is for'),
    tags: tags.optional(),
    skip: z.boolean().optional().describe('Skip in runs of suites and modules; runs when named itself'),
    role: Name.optional().describe('Who is signed in (several: getGuide)'),
    actors: TestActors.optional().describe(ACTORS),
    app: VariableName.optional().describe('Environment item (kind app) that addresses start from'),
    browser: TestBrowser.optional().describe(BROWSER),
    failOn: FailOn.optional().describe(FAIL_ON),
    actions: ActionInputs.optional(),
  },
  output: TestReply,
  errors: ['not-found', 'invalid-project'],
  examples: [{ name: 'Valid user', moduleCode: 'm1', actions: [{ type: 'visit', url: '/sign-in' }] }],
  async run({ versionId, moduleCode, actions = [], type = 'web', ...input }, context) {
    refuseTestFaults(input);
    const given = readWholeTest(actions, type);
    const { result, content } = await editVersion(context, {
      versionId,
      title: 'createTest',
      edit: draft => {
        findModule(draft, moduleCode);
        return addTest(draft, moduleCode, { ...input, type, actions: withIds(given, draft) });
      },
      label: code => code,
    });
    const place = { moduleCode, testCode: result };
    learnElements(context, content.test(result)?.actions ?? []);
    return await withFileProblems(context, content.test(result), reply(content, place, actions.length > 0));
  },
});

export const editTest = defineTool({
  name: 'editTest',
  scope: 'write',
  title: 'Edit a test',
  summary:
    'Change the given fields of a test; newModuleCode and order move it, null removes a field, actions replaces all.',
  input: {
    ...TARGET,
    name: Name.optional().describe('New name'),
    newModuleCode: ModuleCode.optional().describe('Module to move it to'),
    order: z.number().int().min(0).optional().describe('Position in its module, from 0'),
    type: TestType.optional().describe('Default: web'),
    parameters: parameters.nullish().describe(PARAMETERS),
    data: data.nullish().describe(DATA),
    comment: Comment.nullish().describe('What it is for'),
    tags: tags.nullish().describe(TAGS),
    skip: z.boolean().nullish().describe('Skip in runs of suites and modules; runs when named itself'),
    role: Name.nullish().describe('Who is signed in'),
    actors: TestActors.nullish().describe(ACTORS),
    app: VariableName.nullish().describe('Environment item (kind app) that addresses start from'),
    browser: TestBrowser.nullish().describe(BROWSER),
    failOn: FailOn.nullish().describe(FAIL_ON),
    actions: ActionInputs.optional(),
    ifRevision: IfRevision,
  },
  output: TestReply,
  errors: ['not-found', 'conflict', 'invalid-project'],
  examples: [{ testCode: 't1', moduleCode: 'm1', name: 'Known user' }],
  async run({ versionId, moduleCode: named, testCode: reference, actions, ifRevision, ...input }, context) {
    refuseTestFaults(input);
    const given = actions && readWholeTest(actions, input.type ?? 'web');
    const { result: place, content } = await editVersion(context, {
      versionId,
      title: 'editTest',
      edit: draft => {
        const { module, test } = findTestToEdit(draft, reference, named);
        const { moduleCode } = module;
        checkRevision(context, testRecord(draft, test), ifRevision);
        if (actions !== undefined && (input.type ?? test.type) === 'suite') refuseInSuite(actions);
        changeTest(draft, moduleCode, test.testCode, { ...input, actions: given && withIds(given, draft) });
        return { moduleCode: input.newModuleCode ?? moduleCode, testCode: test.testCode };
      },
      label: ({ testCode }) => testCode,
    });
    return await withFileProblems(context, content.test(place.testCode), reply(content, place, actions !== undefined));
  },
});

export const deleteTest = defineTool({
  name: 'deleteTest',
  scope: 'write',
  title: 'Delete a test',
  summary:
    'Delete a test. Refused while others plug it in or steps are linked to it, unless force is true: such steps turn red.',
  input: {
    ...TARGET,
    force: z.boolean().optional().describe('Delete anyway'),
    ifRevision: IfRevision,
  },
  output: DeletedTests,
  errors: ['not-found', 'in-use', 'conflict'],
  examples: [{ testCode: 't1', moduleCode: 'm1' }],
  hints: { destructive: true },
  async run({ versionId, moduleCode: named, testCode: reference, force, ifRevision }, context) {
    const { result, content } = await editVersion(context, {
      versionId,
      title: 'deleteTest',
      edit: draft => {
        const { module, test } = findTestToEdit(draft, reference, named);
        checkRevision(context, testRecord(draft, test), ifRevision);
        removeTest(draft, module.moduleCode, test.testCode, force ?? false);
        return test.testCode;
      },
      label: code => code,
    });
    return deletedTests(content, [result]);
  },
});
