import { z } from 'zod';
import { AppError, renameField } from '../../model/errors/errors.ts';
import { ModuleCode, TestReference } from '../../model/names/codes.ts';
import { selectTargets } from '../runs/plan/select-words.ts';
import { testsFailedLast } from '../runs/record/item-histories.ts';
import { defineTool } from './define/define-tool.ts';
import { EnvironmentInput, environmentOf } from './shared/ide-choice.ts';
import { RunEndReply, runAndWait } from './shared/run-end.ts';
import { Role, Screenshots, SlowMo } from './shared/run-options.ts';
import { Wait } from './shared/run-status.ts';
import { versionOf } from './shared/version.ts';

/** All tests of a large project by their codes. */
const MOST_CODES = 10_000;

export const runTests = defineTool({
  name: 'runTests',
  group: 'ide',
  scope: 'write',
  title: 'Run several tests',
  summary:
    'Run the tests named, those of modules with the modules below them, or all of the version, each in a browser context of its own. Suites and skipped tests run only when they are named themselves.',
  input: {
    modules: z.array(ModuleCode).max(MOST_CODES).optional().describe('Their codes, e.g. ["m1"]'),
    tests: z.array(TestReference).max(MOST_CODES).optional().describe('Their codes, e.g. ["t57", "m1.t58"]'),
    failed: z.boolean().optional().describe('Only those of them that failed the last time they ran'),
    environment: EnvironmentInput,
    role: Role,
    slowMoMs: SlowMo,
    screenshots: Screenshots,
    wait: Wait.describe('Seconds to wait for the end or a pause; default 0, most 25'),
  },
  output: RunEndReply,
  errors: ['not-found', 'run-in-progress', 'busy', 'invalid-project', 'browser-missing'],
  examples: [{ modules: ['m1'], wait: 20 }, { failed: true }],
  hints: { openWorld: true },
  async run({ versionId, modules = [], tests = [], failed, environment: wanted, wait, ...options }, context) {
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
    const meant = failed ? await testsFailedLast(context.project.runs, content.version.versionId) : undefined;
    const targets = unique.filter(({ test }) => meant?.has(test.testCode) ?? true);
    if (targets.length === 0) throw nothingToRun(unique.length > 0);
    const environment = environmentOf(context, content, { environment: wanted });
    return await runAndWait(context, { content, targets, environment, ...options }, { wait, startedAt });
  },
});

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
