import { z } from 'zod';
import type { VersionId } from '../../../model/names/codes.ts';
import { itemKey, scenarioTitle } from '../../../model/run/item-title.ts';
import { failedByPicture } from '../../../model/run/picture-differences.ts';
import { repairCount } from '../../../model/run/repairs.ts';
import {
  allItems,
  hasFailed,
  ITEM_STATES,
  type ItemResult,
  type ItemState,
  isScenario,
  type ResultNode,
  Run,
  type RunItem,
} from '../../../model/run/run.ts';
import { ShardOfRun } from '../../../model/run/shard.ts';
import { ObservedText } from '../../../model/values/observed.ts';

/** The maps are by item key and leave out items that neither passed nor failed. */
export interface RunOutcomes {
  versionId: VersionId;
  hasPassed: ReadonlyMap<string, boolean>;
  /** Items that passed only on a retry. */
  passedAgain: ReadonlySet<string>;
  /** Items that failed for nothing but how the page looks. */
  failedByPicture: ReadonlySet<string>;
  passedMs: ReadonlyMap<string, number>;
}

const PASSED: Readonly<Partial<Record<ItemState, boolean>>> = { passed: true, failed: false, error: false };

export function outcomesOf(run: Run): RunOutcomes {
  const hasPassed = new Map<string, boolean>();
  const passedMs = new Map<string, number>();
  const items = allItems(run);
  for (const item of items) {
    const outcome = PASSED[item.state];
    const key = itemKey(item);
    // An item that ran several times passes only if all of its repeats pass.
    if (outcome !== undefined) hasPassed.set(key, outcome && hasPassed.get(key) !== false);
    if (outcome) passedMs.set(key, item.ms);
  }
  const passedAgain = new Set(items.filter(({ flaky }) => flaky).map(itemKey));
  const failed = items.filter(hasFailed);
  const otherwise = new Set(failed.filter(item => !failedByPicture(item)).map(itemKey));
  const byPicture = new Set(failed.map(itemKey).filter(key => !otherwise.has(key)));
  return { versionId: run.versionId, hasPassed, passedAgain, failedByPicture: byPicture, passedMs };
}

/** Why an item failed. */
export const reasonOf = (item: ItemResult): string | undefined =>
  innermostReason(isScenario(item) ? { ...item, actions: item.steps } : item);

interface ItemWithReason extends Pick<RunItem, 'error' | 'signIns' | 'before' | 'after'> {
  actions: readonly FailedPart[];
}

function innermostReason({ error, signIns = [], before, actions, after }: ItemWithReason): string | undefined {
  const parts = [...signIns, ...(before ? [before] : []), ...actions, ...(after ? [after] : [])];
  return innermost(parts) ?? error?.message;
}

interface FailedPart extends Pick<ResultNode, 'error' | 'actions'> {
  state: ItemState;
}

function innermost(parts: readonly FailedPart[]): string | undefined {
  const bad = parts.find(({ state }) => state === 'failed' || state === 'error');
  return bad && (innermost(bad.actions ?? []) ?? bad.error?.message);
}

const Count = z.number().int().min(1).optional();

/** Counts of zero are left out, except `passed`. */
export const RunSummary = Run.pick({
  runId: true,
  title: true,
  moduleCode: true,
  testCode: true,
  state: true,
  environment: true,
  git: true,
  ci: true,
  startedAt: true,
  elapsedMs: true,
  startedBy: true,
}).extend({
  shard: ShardOfRun.omit({ of: true }).optional().describe('Which part it was of a run that machines share'),
  items: z.number().int().describe('Tests with their data rows, and scenarios with their example rows'),
  passed: z.number().int(),
  flaky: Count.describe('Of those passed: how many only when they were run again'),
  repaired: Count.describe('How many actions passed with another locator than their own: see getRepairs'),
  failed: Count,
  error: Count,
  notImplemented: Count,
  stopped: Count,
  skipped: Count,
  running: Count,
  firstFailure: z
    .strictObject({ title: z.string(), message: ObservedText })
    .optional()
    .describe('The first test or scenario that did not pass, and the first line of why'),
});
export type RunSummary = z.infer<typeof RunSummary>;

export function summarizeRun(run: Run): RunSummary {
  const { runId, title, moduleCode, testCode, state, environment, git, ci, startedAt, elapsedMs, startedBy } = run;
  const items = allItems(run);
  const counts = countStates(items);
  return {
    runId,
    title,
    moduleCode,
    testCode,
    state,
    environment,
    git,
    ci,
    startedAt,
    elapsedMs,
    startedBy,
    ...(run.shard === undefined ? {} : { shard: { index: run.shard.index, count: run.shard.count } }),
    items: items.length,
    passed: 0,
    ...unlessZero('flaky', items.filter(item => item.flaky).length),
    ...unlessZero('repaired', repairCount(items)),
    ...Object.fromEntries([...counts].filter(([, count]) => count > 0)),
    ...firstFailureOf(items),
  };
}

const MOST_OF_MESSAGE = 300;

function firstFailureOf(items: readonly ItemResult[]): Pick<RunSummary, 'firstFailure'> {
  const failed = items.find(hasFailed);
  const reason = failed && reasonOf(failed);
  if (failed === undefined || reason === undefined) return {};
  const [line = ''] = reason.split('\n');
  return {
    firstFailure: {
      title: isScenario(failed) ? scenarioTitle(failed) : failed.title,
      message: line.slice(0, MOST_OF_MESSAGE),
    },
  };
}

const unlessZero = (name: 'flaky' | 'repaired', count: number): Partial<RunSummary> =>
  count === 0 ? {} : { [name]: count };

export function countStates(items: readonly { state: ItemState }[]): Map<ItemState, number> {
  return new Map(ITEM_STATES.map(state => [state, items.filter(item => item.state === state).length]));
}
