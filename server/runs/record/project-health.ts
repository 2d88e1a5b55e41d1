import { z } from 'zod';
import { codeNumber, FeatureCode, ModuleCode, RunId, ScenarioCode, TestCode } from '../../../model/names/codes.ts';
import type { Module } from '../../../model/project/module.ts';
import { isRunnable } from '../../../model/project/test.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import { flakiness, isFlaky } from '../../../model/run/flaky.ts';
import { hasFailed } from '../../../model/run/run.ts';
import { median } from '../../../model/values/median.ts';
import { ObservedText } from '../../../model/values/observed.ts';
import { catalogOf, type FeatureCatalog, keysOf } from '../../feature-sync/feature-catalog.ts';
import { historyOf, ItemHistory, MOST_RUNS, outcomesIn } from './item-histories.ts';
import type { LastState, StatesByKey } from './last-states.ts';
import type { RunArchive } from './run-archive.ts';
import type { RunOutcomes, TestOutcome } from './run-summary.ts';

/** As many runs as are kept by default. */
const MOST_LOOKED_AT = 200;
/** Nobody minds waiting less than this. */
const LEAST_SLOW_MS = 2_000;
const SLOW_TIMES = 3;
const MOST_LISTED = 20;
const MOST_OF_MESSAGE = 400;

const OneTest = z.strictObject({ testCode: TestCode, moduleCode: ModuleCode, name: z.string() });

const ModuleRun = z.strictObject({
  runId: RunId,
  startedAt: z.string(),
  passed: z.number().int(),
  failed: z.number().int(),
});

export const ModuleHealth = z.strictObject({
  moduleCode: ModuleCode,
  name: z.string(),
  tests: z.number().int(),
  neverRan: z.number().int().describe('How many of its tests have no result, without suites and skipped ones'),
  hasRun: z.boolean().describe('Whether any of its tests has a result, however old'),
  failing: z.number().int().describe('How many failed the last time they ran'),
  runs: z.array(ModuleRun).describe(`The last ${MOST_RUNS} runs with tests of it, oldest first`),
  passRate: z.number().optional().describe('Of the results in these runs, in percent'),
});
type ModuleHealth = z.infer<typeof ModuleHealth>;

const Failure = {
  runId: RunId.optional().describe('The run in which it failed, while that is stored'),
  startedAt: z.string(),
  message: ObservedText.optional(),
};

const FailingTest = OneTest.extend(Failure);
const FailingScenario = z.strictObject({
  scenario: ScenarioCode,
  featureCode: FeatureCode,
  feature: z.string(),
  name: z.string(),
  ...Failure,
});

export const TestsOfHealth = z.strictObject({
  runs: z.number().int().describe('How many runs of the version were looked at'),
  tests: z.number().int(),
  failing: z
    .array(z.union([FailingTest, FailingScenario]))
    .describe(
      `Tests and scenarios that failed the last time they ran, those that ran last first; at most ${MOST_LISTED}`,
    ),
  failingTests: z.number().int().describe('How many tests these are in all'),
  failingScenarios: z.number().int().describe('And how many scenarios, each with all its example rows'),
  flaky: z
    .array(OneTest.extend(ItemHistory.shape))
    .describe(
      `Tests that pass and fail by turns, or only when they are run again, the worst first; at most ${MOST_LISTED}`,
    ),
  slow: z
    .array(OneTest.extend({ ms: z.number().describe('How long it mostly takes when it passes') }))
    .describe(`Tests that take ${SLOW_TIMES} times as long as most others, the slowest first; at most ${MOST_LISTED}`),
});

/** `modules`: those with tests, the worst first. */
type ProjectHealth = z.infer<typeof TestsOfHealth> & { modules: ModuleHealth[] };

interface SeenTest extends TestOutcome {
  run: Pick<RunOutcomes, 'runId' | 'startedAt'>;
}

type History = ReadonlyMap<string, readonly SeenTest[]>;

export async function projectHealth(archive: RunArchive, content: VersionContent): Promise<ProjectHealth> {
  const { versionId } = content.version;
  const last = await archive.lastStates.of(versionId);
  const outcomes: RunOutcomes[] = [];
  for await (const one of outcomesIn(archive, versionId, MOST_LOOKED_AT)) outcomes.push(one);
  const history = historiesOf(outcomes);
  const modules = [...content.modules.values()].sort((left, right) => left.rank - right.rank);
  const tests = modules.flatMap(({ moduleCode, tests }) =>
    tests.map(({ testCode, name }) => ({ testCode, moduleCode, name })),
  );
  const known = tests.map(test => ({ test, seen: history.get(test.testCode) ?? [] }));
  const failingTests = tests.flatMap(test => failureOf(test, [test.testCode], last));
  const failingScenarios = failingScenariosOf(await catalogOf(content), last);
  return {
    runs: outcomes.length,
    tests: tests.length,
    modules: modules
      .filter(module => module.tests.length > 0)
      .map(module => moduleHealth(module, { outcomes, last }))
      .sort(byNeed),
    failing: await listed(archive, [...failingTests, ...failingScenarios]),
    failingTests: failingTests.length,
    failingScenarios: failingScenarios.length,
    flaky: flakyOf(known),
    slow: slowOf(known),
  };
}

type Failing<Item> = Item & { key: string } & Pick<LastState, 'runId' | 'startedAt'>;

/** `keys`: what it consists of; the failure that is told is the last one. */
function failureOf<Item>(item: Item, keys: readonly string[], last: StatesByKey): Failing<Item>[] {
  const failures = keys.flatMap(key => {
    const end = last.get(key);
    return end !== undefined && hasFailed(end) ? [{ key, runId: end.runId, startedAt: end.startedAt }] : [];
  });
  const [newest] = failures.sort((left, right) => codeNumber(right.runId) - codeNumber(left.runId));
  return newest === undefined ? [] : [{ ...item, ...newest }];
}

const failingScenariosOf = (catalog: FeatureCatalog, last: StatesByKey) =>
  catalog.flatMap(({ entry: { featureCode, name: feature }, scenarios }) =>
    scenarios.flatMap(one => {
      const { scenario, name } = one;
      return failureOf({ scenario, featureCode, feature, name }, keysOf(one), last);
    }),
  );

type Failures = ReturnType<typeof failingScenariosOf> | Failing<z.infer<typeof OneTest>>[];

/** Those that ran last first, with reasons where their runs are stored. */
async function listed(archive: RunArchive, failures: readonly Failures[number][]): Promise<ProjectHealth['failing']> {
  const shown = failures.toSorted((left, right) => right.startedAt.localeCompare(left.startedAt)).slice(0, MOST_LISTED);
  return Promise.all(
    shown.map(async ({ key, runId, ...failure }) => {
      const run = await archive.outcomes(runId);
      if (run === undefined) return failure;
      const message = 'testCode' in failure ? run.tests.get(failure.testCode)?.message : run.reasons.get(key);
      return { ...failure, runId, message: message?.slice(0, MOST_OF_MESSAGE) };
    }),
  );
}

/** Ties keep the order of the tree. */
const byNeed = (left: ModuleHealth, right: ModuleHealth): number =>
  right.failing - left.failing || (left.passRate ?? 100) - (right.passRate ?? 100);

/** By test code, newest first. */
function historiesOf(outcomes: readonly RunOutcomes[]): History {
  const histories = new Map<string, SeenTest[]>();
  for (const run of outcomes)
    for (const [testCode, outcome] of run.tests) {
      const seen = histories.get(testCode) ?? [];
      if (seen.length < MOST_RUNS) histories.set(testCode, [...seen, { ...outcome, run }]);
    }
  return histories;
}

interface Results {
  outcomes: readonly RunOutcomes[];
  last: StatesByKey;
}

function moduleHealth(module: Module, { outcomes, last: ends }: Results): ModuleHealth {
  const { moduleCode, name } = module;
  const codes = module.tests.map(({ testCode }) => testCode);
  const runs = outcomes.flatMap(({ runId, startedAt, tests }) => {
    const results = codes.flatMap(code => tests.get(code) ?? []);
    const passed = results.filter(({ hasPassed }) => hasPassed).length;
    return results.length === 0 ? [] : [{ runId, startedAt, passed, failed: results.length - passed }];
  });
  const last = runs.slice(0, MOST_RUNS).reverse();
  const passed = last.reduce((sum, run) => sum + run.passed, 0);
  const all = last.reduce((sum, run) => sum + run.passed + run.failed, 0);
  return {
    moduleCode,
    name,
    tests: codes.length,
    neverRan: module.tests.filter(test => isRunnable(test) && !ends.has(test.testCode)).length,
    hasRun: codes.some(code => ends.has(code)),
    failing: codes.flatMap(code => ends.get(code) ?? []).filter(hasFailed).length,
    runs: last,
    ...(all === 0 ? {} : { passRate: (100 * passed) / all }),
  };
}

interface KnownTest {
  test: z.infer<typeof OneTest>;
  seen: readonly SeenTest[];
}

const flakyOf = (known: readonly KnownTest[]): ProjectHealth['flaky'] =>
  known
    .map(({ test, seen }) => ({ ...test, ...historyOf(seen) }))
    .filter(isFlaky)
    .sort((left, right) => flakiness(right) - flakiness(left))
    .slice(0, MOST_LISTED);

function slowOf(known: readonly KnownTest[]): ProjectHealth['slow'] {
  const timed = known.flatMap(({ test, seen }) => {
    const ms = median(seen.filter(({ hasPassed }) => hasPassed).map(one => one.ms));
    return ms === undefined ? [] : [{ ...test, ms }];
  });
  const usual = median(timed.map(({ ms }) => ms)) ?? 0;
  const least = Math.max(LEAST_SLOW_MS, SLOW_TIMES * usual);
  return timed
    .filter(({ ms }) => ms >= least)
    .sort((left, right) => right.ms - left.ms)
    .slice(0, MOST_LISTED);
}
