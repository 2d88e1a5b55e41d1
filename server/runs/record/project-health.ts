import { z } from 'zod';
import { codeNumber, FeatureCode, ModuleCode, RunId, ScenarioCode, TestCode } from '../../../model/names/codes.ts';
import type { Module } from '../../../model/project/module.ts';
import { isRunnable } from '../../../model/project/test.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import { flakiness, isFlaky } from '../../../model/run/flaky.ts';
import { Incident } from '../../../model/run/incidents.ts';
import { hasFailed } from '../../../model/run/run.ts';
import { median } from '../../../model/values/median.ts';
import { ObservedText } from '../../../model/values/observed.ts';
import { catalogOf, type FeatureCatalog, keysOf } from '../../feature-sync/feature-catalog.ts';
import { historyOf, ItemHistory } from './item-histories.ts';
import { type EndsOfVersion, type LastState, MOST_RUNS, type RecentEnd } from './last-states.ts';
import type { RunArchive } from './run-archive.ts';

/** Nobody minds waiting less than this. */
const LEAST_SLOW_MS = 2_000;
const SLOW_TIMES = 3;
const MOST_LISTED = 20;

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
  runs: z.number().int().describe('How many runs of the version are stored'),
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
  incidents: z
    .array(
      Incident.omit({ times: true }).extend({
        tests: z.number().int().describe('How many tests and scenarios it happened in, the last time they ran'),
      }),
    )
    .describe(
      `Errors and failed requests of pages in these runs, those of most tests first; at most ${MOST_LISTED}. settings.failOn says which fail a test`,
    ),
  slow: z
    .array(OneTest.extend({ ms: z.number().describe('How long it mostly takes when it passes') }))
    .describe(`Tests that take ${SLOW_TIMES} times as long as most others, the slowest first; at most ${MOST_LISTED}`),
});

/** `modules`: those with tests, the worst first. */
type ProjectHealth = z.infer<typeof TestsOfHealth> & { modules: ModuleHealth[] };

/** Reads no run: all is told by what `LastStates` keeps. */
export async function projectHealth(archive: RunArchive, content: VersionContent): Promise<ProjectHealth> {
  const kept = await archive.lastStates.endsIn(content.version.versionId);
  const modules = [...content.modules.values()].sort((left, right) => left.rank - right.rank);
  const tests = modules.flatMap(({ moduleCode, tests }) =>
    tests.map(({ testCode, name }) => ({ testCode, moduleCode, name })),
  );
  const known = tests.map(test => ({ test, seen: recentOf(kept, test.testCode) }));
  const failingTests = tests.flatMap(test => failureOf(test, [test.testCode], kept));
  const failingScenarios = failingScenariosOf(await catalogOf(content), kept);
  return {
    runs: kept.runs.size,
    tests: tests.length,
    modules: modules
      .filter(module => module.tests.length > 0)
      .map(module => moduleHealth(module, kept))
      .sort(byNeed),
    failing: listed([...failingTests, ...failingScenarios], kept),
    failingTests: failingTests.length,
    failingScenarios: failingScenarios.length,
    incidents: incidentsIn(kept),
    flaky: flakyOf(known),
    slow: slowOf(known),
  };
}

function incidentsIn({ ends }: EndsOfVersion): ProjectHealth['incidents'] {
  const found = new Map<string, ProjectHealth['incidents'][number]>();
  for (const { last } of ends.values())
    for (const { times: _times, ...incident } of last?.incidents ?? []) {
      const key = JSON.stringify(incident);
      found.set(key, { ...incident, tests: (found.get(key)?.tests ?? 0) + 1 });
    }
  return [...found.values()].sort((one, other) => other.tests - one.tests).slice(0, MOST_LISTED);
}

/** Those in which it passed or failed, newest first. */
const recentOf = ({ ends }: EndsOfVersion, testCode: string): readonly RecentEnd[] => ends.get(testCode)?.recent ?? [];

const hasPassed = ({ state }: RecentEnd): boolean => state === 'passed';

type Failing<Item> = Item & Pick<LastState, 'runId' | 'startedAt' | 'message'>;

/** `keys`: what it consists of; the failure that is told is the last one. */
function failureOf<Item>(item: Item, keys: readonly string[], { ends }: EndsOfVersion): Failing<Item>[] {
  const failures = keys.flatMap(key => {
    const last = ends.get(key)?.last;
    return last !== undefined && hasFailed(last) ? [last] : [];
  });
  const [newest] = failures.sort((left, right) => codeNumber(right.runId) - codeNumber(left.runId));
  if (newest === undefined) return [];
  const { runId, startedAt, message } = newest;
  return [{ ...item, runId, startedAt, message }];
}

const failingScenariosOf = (catalog: FeatureCatalog, kept: EndsOfVersion) =>
  catalog.flatMap(({ entry: { featureCode, name: feature }, scenarios }) =>
    scenarios.flatMap(one => {
      const { scenario, name } = one;
      return failureOf({ scenario, featureCode, feature, name }, keysOf(one), kept);
    }),
  );

type Failures = ReturnType<typeof failingScenariosOf> | Failing<z.infer<typeof OneTest>>[];

/** Those that ran last first, with their runs where these are stored. */
const listed = (failures: readonly Failures[number][], { runs }: EndsOfVersion): ProjectHealth['failing'] =>
  failures
    .toSorted((left, right) => right.startedAt.localeCompare(left.startedAt))
    .slice(0, MOST_LISTED)
    .map(({ runId, ...failure }) => ({ ...failure, ...(runs.has(runId) ? { runId } : {}) }));

/** Ties keep the order of the tree. */
const byNeed = (left: ModuleHealth, right: ModuleHealth): number =>
  right.failing - left.failing || (left.passRate ?? 100) - (right.passRate ?? 100);

function moduleHealth(module: Module, kept: EndsOfVersion): ModuleHealth {
  const { moduleCode, name } = module;
  const codes = module.tests.map(({ testCode }) => testCode);
  const endOf = (code: string) => kept.ends.get(code)?.last;
  const runs = runsOf(codes, kept);
  const passed = runs.reduce((sum, run) => sum + run.passed, 0);
  const all = runs.reduce((sum, run) => sum + run.passed + run.failed, 0);
  return {
    moduleCode,
    name,
    tests: codes.length,
    neverRan: module.tests.filter(test => isRunnable(test) && endOf(test.testCode) === undefined).length,
    hasRun: codes.some(code => endOf(code) !== undefined),
    failing: codes.flatMap(code => endOf(code) ?? []).filter(hasFailed).length,
    runs,
    ...(all === 0 ? {} : { passRate: (100 * passed) / all }),
  };
}

/** The last ones, oldest first. Each of their tests has them among its own last runs, so none is missing. */
function runsOf(codes: readonly string[], kept: EndsOfVersion): ModuleHealth['runs'] {
  const runs = new Map<RunId, ModuleHealth['runs'][number]>();
  for (const end of codes.flatMap(code => recentOf(kept, code))) {
    const { runId } = end;
    const startedAt = kept.runs.get(runId)?.startedAt;
    if (startedAt === undefined) continue;
    const { passed, failed } = runs.get(runId) ?? { passed: 0, failed: 0 };
    const [more, worse] = hasPassed(end) ? [1, 0] : [0, 1];
    runs.set(runId, { runId, startedAt, passed: passed + more, failed: failed + worse });
  }
  return [...runs.values()].sort((left, right) => codeNumber(left.runId) - codeNumber(right.runId)).slice(-MOST_RUNS);
}

interface KnownTest {
  test: z.infer<typeof OneTest>;
  seen: readonly RecentEnd[];
}

const flakyOf = (known: readonly KnownTest[]): ProjectHealth['flaky'] =>
  known
    .map(({ test, seen }) => ({ ...test, ...historyOf(seen.map(outcomeOf)) }))
    .filter(isFlaky)
    .sort((left, right) => flakiness(right) - flakiness(left))
    .slice(0, MOST_LISTED);

const outcomeOf = (end: RecentEnd) => ({
  hasPassed: hasPassed(end),
  isAgain: end.isAgain === true,
  isByPicture: end.isByPicture === true,
});

function slowOf(known: readonly KnownTest[]): ProjectHealth['slow'] {
  const timed = known.flatMap(({ test, seen }) => {
    const ms = median(seen.filter(hasPassed).map(one => one.ms));
    return ms === undefined ? [] : [{ ...test, ms }];
  });
  const usual = median(timed.map(({ ms }) => ms)) ?? 0;
  const least = Math.max(LEAST_SLOW_MS, SLOW_TIMES * usual);
  return timed
    .filter(({ ms }) => ms >= least)
    .sort((left, right) => right.ms - left.ms)
    .slice(0, MOST_LISTED);
}
