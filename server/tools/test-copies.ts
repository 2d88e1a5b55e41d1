import { z } from 'zod';
import { AppError, renameField } from '../../model/errors/errors.ts';
import { ModuleCode, Name, TestCode, TestReference, VersionId } from '../../model/names/codes.ts';
import {
  copyTests as copyInto,
  duplicateTest as duplicate,
  EXISTING_MODES,
} from '../../model/project/edits/copy-tests.ts';
import { findTest } from '../../model/project/edits/tests.ts';
import { testProblems } from '../../model/project/problems.ts';
import { syntaxCheck } from '../process/syntax-check.ts';
import { defineTool } from './define/define-tool.ts';
import { jsonBytes, PAGE_FIELDS, REPLY_BYTES, takeFitting } from './define/paging.ts';
import { checkRevision, testRecord } from './define/revision.ts';
import { editVersion, versionOf } from './define/version.ts';
import { IF_REVISION, withFileProblems } from './tests/test-edits.ts';
import { Problems, TestView, testReply } from './tests/test-views.ts';

export const duplicateTest = defineTool({
  name: 'duplicateTest',
  group: 'tests',
  scope: 'write',
  title: 'Duplicate a test',
  summary:
    'Create a copy of a test with all its actions, by default right after it and marked as a copy in its name. Codes and action ids of the copy are new.',
  input: {
    testCode: TestReference.describe('Test to copy, e.g. t57 or m1.t57'),
    moduleCode: ModuleCode.optional().describe('e.g. m1'),
    name: Name.optional().describe('Name of the copy; default: that of the test with " (copy)"'),
    newModuleCode: ModuleCode.optional().describe('Module for the copy; default: that of the test'),
    order: z.number().int().min(0).optional().describe('Position of the copy in its module, from 0'),
    ...IF_REVISION,
  },
  output: z.strictObject({ test: TestView, problems: Problems }),
  errors: ['not-found', 'conflict'],
  examples: [{ testCode: 't1', moduleCode: 'm1', name: 'Unknown user' }],
  async run({ versionId, testCode: reference, moduleCode, ifRevision, ...request }, context) {
    const { result, content } = await editVersion(context, {
      versionId,
      title: 'duplicateTest',
      edit: draft => {
        const { module, test } = findTest(draft, reference, moduleCode);
        checkRevision(context, testRecord(draft, test), ifRevision);
        const testCode = duplicate(draft, { ...request, moduleCode: module.moduleCode, test });
        return { testCode, moduleCode: request.newModuleCode ?? module.moduleCode };
      },
      label: ({ testCode }) => testCode,
    });
    const reply = testReply(content, result);
    if (reply === undefined) throw new AppError('conflict', `Test ${result.testCode} was deleted meanwhile.`);
    return await withFileProblems(context, content.test(result.testCode), reply);
  },
});

const MOST_PROBLEMS = 50;

const CopiedView = z.strictObject({
  from: TestCode.describe('Its code in the version it comes from'),
  testCode: TestCode,
  testId: TestCode,
  moduleCode: ModuleCode,
  moduleId: ModuleCode,
  name: z.string(),
  state: z.enum(['added', 'replaced', 'same']).describe('same: it was there already just so'),
  neededBy: z.string().optional().describe('Why it came along without being named'),
});

export const copyTests = defineTool({
  name: 'copyTests',
  group: 'project',
  scope: 'write',
  title: 'Copy tests to a version',
  summary:
    'Copy tests from one version into another, all or none, with the tests they plug in and the modules that are missing there. A test keeps its code where it is free; a test that is there already is replaced.',
  input: {
    from: VersionId.describe('Version they come from'),
    to: VersionId.describe('Version that gets them'),
    tests: z.array(TestReference).min(1).max(1_000).describe('Their codes, e.g. ["t5", "m2.t7"]'),
    existing: z
      .enum(EXISTING_MODES)
      .optional()
      .describe('For a test that is there already: replace (default), add beside it, or refuse'),
  },
  output: z.strictObject({ copied: z.array(CopiedView), problems: Problems, omitted: PAGE_FIELDS.omitted }),
  errors: ['not-found', 'conflict', 'invalid-project'],
  examples: [{ from: 'release-2-0', to: 'main', tests: ['t5'] }],
  async run({ from, to, tests, existing = 'replace', versionId: _version }, context) {
    const source = versionOf(context, from, 'from').version.versionId;
    versionOf(context, to, 'to');
    if (from === to)
      throw new AppError('invalid-params', `"to" is "${to}" as well as "from": name two versions.`, {
        field: 'to',
        next: 'duplicateTest copies a test within a version.',
      });
    const { result, content } = await editVersion(context, {
      versionId: to,
      title: `copyTests (${tests.length}) from ${from} to ${to}`,
      edit: (draft, transaction) => {
        const sourceContent = transaction.version(source);
        const places = tests.map((reference, index) => {
          const field = `tests[${index}]`;
          return findTest(sourceContent, reference, undefined, { test: field, module: field });
        });
        return copyInto(draft, { source: sourceContent, tests: places, existing });
      },
    }).catch((error: unknown) => {
      throw renameField(error, field => (field.startsWith('actions[') ? 'tests' : field));
    });
    const copied = result.map(copy => ({
      ...copy,
      testId: copy.testCode,
      moduleId: copy.moduleCode,
      name: content.test(copy.testCode)?.name ?? '',
    }));
    const problems = result
      .flatMap(({ testCode }) => content.test(testCode) ?? [])
      .flatMap(test => testProblems(content, test, syntaxCheck))
      .slice(0, MOST_PROBLEMS);
    const shown = takeFitting(copied, Math.max(1, REPLY_BYTES - jsonBytes(problems)));
    const left = copied.length - shown.length;
    return {
      copied: shown,
      ...(problems.length === 0 ? {} : { problems }),
      ...(left === 0 ? {} : { omitted: `${left} of ${copied.length} left out: getTests lists what is there.` }),
    };
  },
});
