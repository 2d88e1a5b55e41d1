import { z } from 'zod';
import { Comment, DataValues, ModuleCode, Name, type TestCode, TestReference } from '../../model/names/codes.ts';
import {
  addModule,
  editModule as changeModule,
  findModule,
  leavingWith,
  deleteModule as removeModule,
  siblings,
} from '../../model/project/edits/modules.ts';
import { findTest } from '../../model/project/edits/tests.ts';
import { Module } from '../../model/project/module.ts';
import type { VersionContent } from '../../model/project/version-content.ts';
import { moduleRevision } from '../store/edits/revisions.ts';
import { toolsOf } from './define/define-tool.ts';
import { LIST_FIELDS, PAGE_FIELDS, pageOf, takeFitting } from './define/paging.ts';
import { checkRevision, IfRevision, moduleRecord, Revision } from './define/revision.ts';
import { editVersion, versionOf } from './define/version.ts';
import { DAMAGE_FIELDS, damageReply } from './project/project-view.ts';
import { refuseDataFaults } from './tests/test-edits.ts';
import { DeletedTests, deletedTests, TestView, testView } from './tests/test-views.ts';

const defineTool = toolsOf('modules');

const ModuleView = Module.omit({ format: true, rank: true }).extend({
  moduleId: ModuleCode,
  order: z.number().int().describe('Zero-based position among its siblings'),
  testCount: z.number().int(),
  tests: z.array(TestView).optional(),
  revision: Revision,
});

function moduleView(content: VersionContent, module: Module, withTests = false): z.input<typeof ModuleView> {
  const { format: _format, rank: _rank, moduleCode, tests, ...fields } = module;
  return {
    moduleCode,
    moduleId: moduleCode,
    ...fields,
    order: siblings(content, fields.parentModule).indexOf(module),
    testCount: tests.length,
    ...(withTests ? { tests: tests.map(test => testView(module, test)) } : {}),
    revision: moduleRevision(module),
  };
}

const ModuleReply = z.strictObject({ module: ModuleView });

/** Each module followed by those below it. Modules whose parent was lost in a merge come last. */
function inTreeOrder(content: VersionContent): Module[] {
  const reached = new Set<Module>();
  const walk = (parentModule: ModuleCode | undefined): void => {
    for (const module of siblings(content, parentModule)) {
      if (reached.has(module)) continue;
      reached.add(module);
      walk(module.moduleCode);
    }
  };
  walk(undefined);
  return [...reached, ...[...content.modules.values()].filter(module => !reached.has(module))];
}

function cutTests(module: z.input<typeof ModuleView>) {
  const { tests = [], moduleCode } = module;
  const kept = takeFitting(tests);
  const omitted = `${tests.length - kept.length} of ${tests.length} tests of ${moduleCode} left out: getTests with moduleCode lists them.`;
  return { view: { ...module, tests: kept }, omitted };
}

type HookFields = { [slot in 'before' | 'after']?: TestReference | null | undefined };

function hookOf(content: VersionContent, hooks: HookFields, slot: keyof HookFields): TestCode | null | undefined {
  const reference = hooks[slot];
  if (reference === null || reference === undefined) return reference;
  return findTest(content, reference, undefined, { test: slot, module: slot }).test.testCode;
}

export const getModules = defineTool({
  name: 'getModules',
  scope: 'read',
  title: 'List modules',
  summary: 'List the modules of the version in tree order.',
  input: { includeTests: z.boolean().optional().describe('With their tests, without actions'), ...LIST_FIELDS },
  output: z.strictObject({ modules: z.array(ModuleView), ...PAGE_FIELDS, ...DAMAGE_FIELDS }),
  errors: ['not-found'],
  examples: [{ includeTests: true }],
  run(input, context) {
    const content = versionOf(context, input.versionId);
    const { items, ...page } = pageOf({
      all: inTreeOrder(content),
      input,
      words: module => [module.name, module.moduleCode],
      view: module => moduleView(content, module, input.includeTests),
      shorten: cutTests,
    });
    return { modules: items, ...page, ...damageReply(context.project, content.version.versionId) };
  },
});

export const createModule = defineTool({
  name: 'createModule',
  scope: 'write',
  title: 'Create a module',
  summary: 'Create a module: a folder of tests, below parentModule if given.',
  input: {
    name: Name.describe('e.g. Sign in'),
    parentModule: ModuleCode.optional().describe('Module to put it below, e.g. m1'),
    comment: Comment.optional().describe('What it is for'),
  },
  output: ModuleReply,
  errors: ['not-found'],
  examples: [{ name: 'Sign in' }, { name: 'Wrong passwords', parentModule: 'm1' }],
  async run(input, context) {
    const { result: code, content } = await editVersion(context, {
      versionId: input.versionId,
      title: 'createModule',
      edit: draft => addModule(draft, input),
      label: result => result,
    });
    return { module: moduleView(content, findModule(content, code)) };
  },
});

export const editModule = defineTool({
  name: 'editModule',
  scope: 'write',
  title: 'Edit a module',
  summary: 'Change the fields of a module that are given. null removes one; parentModule null moves it to the top.',
  input: {
    moduleCode: ModuleCode.describe('e.g. m1'),
    name: Name.optional().describe('New name'),
    comment: Comment.nullish().describe('What it is for'),
    parentModule: ModuleCode.nullish().describe('Module to move it below'),
    order: z.number().int().min(0).optional().describe('Position among its siblings, from 0'),
    data: DataValues.nullish().describe('Values that its tests read by name: {name: value}'),
    before: TestReference.nullish().describe('Test to run before each of its tests'),
    after: TestReference.nullish().describe('Test to run after each of its tests'),
    ifRevision: IfRevision,
  },
  output: ModuleReply,
  errors: ['not-found', 'conflict', 'invalid-project'],
  examples: [{ moduleCode: 'm1', name: 'Signing in' }],
  async run({ moduleCode, versionId, ifRevision, ...input }, context) {
    refuseDataFaults(input.data);
    const { content } = await editVersion(context, {
      versionId,
      title: `editModule ${moduleCode}`,
      edit: draft => {
        checkRevision(context, moduleRecord(draft, findModule(draft, moduleCode)), ifRevision);
        const hooks = { before: hookOf(draft, input, 'before'), after: hookOf(draft, input, 'after') };
        changeModule(draft, moduleCode, { ...input, ...hooks });
      },
    });
    return { module: moduleView(content, findModule(content, moduleCode)) };
  },
});

export const deleteModule = defineTool({
  name: 'deleteModule',
  scope: 'write',
  title: 'Delete a module',
  summary:
    'Delete a module with its tests and the modules below it. Refused while other tests or steps use them, unless force is true.',
  input: {
    moduleCode: ModuleCode.describe('e.g. m1'),
    force: z.boolean().optional().describe('Delete anyway'),
    dryRun: z.boolean().optional().describe('Only tell what would be deleted, or what uses it'),
    ifRevision: IfRevision,
  },
  output: DeletedTests,
  errors: ['not-found', 'in-use', 'conflict'],
  examples: [{ moduleCode: 'm1' }],
  hints: { destructive: true },
  async run({ moduleCode, versionId, ifRevision, force, dryRun = false }, context) {
    const before = versionOf(context, versionId);
    if (dryRun) return deletedTests(before, leavingWith(before, moduleCode, force ?? false).codes);
    const { result, content } = await editVersion(context, {
      versionId,
      title: `deleteModule ${moduleCode}`,
      edit: draft => {
        checkRevision(context, moduleRecord(draft, findModule(draft, moduleCode)), ifRevision);
        return removeModule(draft, moduleCode, force ?? false);
      },
    });
    return deletedTests(content, result);
  },
});
