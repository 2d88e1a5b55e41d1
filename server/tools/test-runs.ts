import { z } from 'zod';
import { AppError, renameField } from '../../model/errors/errors.ts';
import { ModuleCode, TestReference } from '../../model/names/codes.ts';
import type { VersionContent } from '../../model/project/version-content.ts';
import { changedSince as testsChangedSince } from '../runs/plan/changed-tests.ts';
import { findForSuites } from '../runs/plan/plan-suite.ts';
import type { RunTarget } from '../runs/plan/run-request.ts';
import { selectTargets } from '../runs/plan/select-words.ts';
import { failedLast } from '../runs/record/item-histories.ts';
import { startRun } from '../runs/start-run.ts';
import { defineTool, type ToolContext } from './define/define-tool.ts';
import { environmentOf } from './define/ide-choice.ts';
import { versionOf } from './define/version.ts';
import { runForCaller, startedRunReply } from './runs/run-end.ts';
import { RUN_FIELDS, STARTS_RUN } from './runs/run-options.ts';

/** Enough for all tests of a large project by their codes. */
const MOST_CODES = 10_000;
const LONGEST_COMMIT = 250;

export const runTests = defineTool({
  name: 'runTests',
  group: 'ide',
  scope: 'write',
  title: 'Run several tests',
  summary:
    'Run the tests named, those of modules with the modules below them, or all of the version, each in a window as new. Suites and skipped tests run only when they are named themselves.',
  input: {
    modules: z.array(ModuleCode).max(MOST_CODES).optional().describe('Their codes, e.g. ["m1"]'),
    tests: z.array(TestReference).max(MOST_CODES).optional().describe('Their codes, e.g. ["t57", "m1.t58"]'),
    failed: z.boolean().optional().describe('Only those of them that failed the last time they ran'),
    changedSince: z
      .string()
      .min(1)
      .max(LONGEST_COMMIT)
      .optional()
      .describe('Only those of them that differ from a commit, branch or tag of git, or perform tests that do'),
    ...RUN_FIELDS,
  },
  ...STARTS_RUN,
  examples: [{ modules: ['m1'], wait: 20 }, { failed: true }, { changedSince: 'main' }],
  async run({ versionId, modules = [], tests = [], environment: wanted, wait, ...rest }, context) {
    const { failed, changedSince, ...options } = rest;
    const startedAt = performance.now();
    const content = versionOf(context, versionId);
    const isAll = modules.length + tests.length === 0;
    const chosen = isAll
      ? selectTargets(content, [])
      : [
          ...(modules.length === 0 ? [] : inField('modules', () => selectTargets(content, modules))),
          ...(tests.length === 0 ? [] : inField('tests', () => selectTargets(content, tests))),
        ];
    const unique = [...new Map(chosen.map(target => [target.test.testCode, target])).values()];
    const failedTests = failed ? await failedLast(context.project.runs, content.version.versionId) : undefined;
    const failing = unique.filter(({ test }) => failedTests?.has(test.testCode) ?? true);
    if (failing.length === 0) throw nothingToRun(unique.length > 0);
    const targets =
      changedSince === undefined
        ? failing
        : await changedOf(context, content, { targets: failing, commit: changedSince });
    const environment = environmentOf(context, content, { environment: wanted });
    const runId = await startRun(context, runForCaller(context, { content, targets, environment, ...options }));
    const { warnings } = await findForSuites(content, targets);
    return await startedRunReply(context, runId, { wait, startedAt, warnings });
  },
});

async function changedOf(
  { project, signal }: ToolContext<'folder'>,
  content: VersionContent,
  { targets, commit }: { targets: readonly RunTarget[]; commit: string },
): Promise<RunTarget[]> {
  const changes = await testsChangedSince(content, { folder: project.folder, commit, signal });
  const changed = targets.filter(changes.test);
  if (changed.length > 0) return changed;
  throw new AppError('not-found', `None of these tests has changed since ${commit}.`, { field: 'changedSince' });
}

function inField<Result>(field: string, find: () => Result): Result {
  try {
    return find();
  } catch (error) {
    throw renameField(error, () => field);
  }
}

const nothingToRun = (isOnlyFailed: boolean): AppError =>
  isOnlyFailed
    ? new AppError('not-found', 'None of these tests failed the last time it ran.', { field: 'failed' })
    : new AppError('not-found', 'There is no test to run: suites and skipped tests are left out.', {
        field: 'modules',
        next: 'getTests',
      });
