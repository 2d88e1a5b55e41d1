import { AppError } from '../../../model/errors/errors.ts';
import { ISOLATIONS, Isolation } from '../../../model/project/isolation.ts';
import type { ProjectSettings } from '../../../model/project/project.ts';
import type { Test } from '../../../model/project/test.ts';
import type { PlannedItem, RunPlan } from '../../../model/protocol/bridge.ts';
import { performedTests } from './performed-tests.ts';
import type { RunRequest } from './run-request.ts';

const MOST_RETRIES = 10;

/** What follows `name:` in the last tag of it, which is nearest to the scenario. */
function tagged(name: string, { test, scenario }: PlannedItem): string | undefined {
  const tags = scenario?.tags ?? test.tags ?? [];
  const tag = tags.findLast(each => each.replace(/^@/, '').startsWith(`${name}:`));
  return tag?.slice(tag.indexOf(':') + 1);
}

const wrongTag = (tag: string, { test, scenario }: PlannedItem, has: string, expected: string): AppError =>
  new AppError('invalid-project', `The tag @${tag} of “${scenario?.name ?? test.name}” ${has}.`, { expected });

function retriesOf(item: PlannedItem): number | undefined {
  const value = tagged('retries', item);
  if (value === undefined) return undefined;
  const retries = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (retries <= MOST_RETRIES) return retries;
  throw wrongTag(`retries:${value}`, item, 'has no such number', `@retries:0 to @retries:${MOST_RETRIES}`);
}

function isolationOf(item: PlannedItem): Isolation | undefined {
  const value = tagged('isolation', item);
  const known = Isolation.optional().safeParse(value);
  if (known.success) return known.data;
  const expected = ISOLATIONS.map(each => `@isolation:${each}`).join(' or ');
  throw wrongTag(`isolation:${value}`, item, 'says no way to keep tests apart', expected);
}

/** Whoever asks for a single item retries it itself. */
const howEachRuns = (
  { onlyItem, retries, isolation }: Pick<RunRequest, 'onlyItem' | 'retries' | 'isolation'>,
  items: readonly PlannedItem[],
  given: ProjectSettings,
): readonly PlannedItem[] =>
  items.map(item => ({
    ...item,
    isolation: isolationOf(item) ?? isolation ?? given.isolation,
    ...(onlyItem === undefined ? { retries: retriesOf(item) ?? retries ?? given.retries ?? 0 } : {}),
  }));

/** A run that may pause has one window: people see only the app window. Errors: `invalid-project`, for a tag. */
export function lanesOf(
  request: RunRequest,
  planned: readonly PlannedItem[],
  settings: ProjectSettings = {},
): Pick<RunPlan, 'items' | 'workers' | 'maxFailures' | 'debugging' | 'needsWindow' | 'isBeside'> {
  const { content, workers, maxFailures, debugging, fromAction, isBeside } = request;
  const items = howEachRuns(request, planned, settings);
  const isLive = (request.context ?? (fromAction === undefined ? 'fresh' : 'live')) === 'live';
  const most = Math.min(workers ?? settings.workers ?? 1, items.filter(({ isSkipped }) => !isSkipped).length);
  const needsWindow = isLive || mayPause(debugging, () => items.flatMap(({ test }) => performedTests(content, test)));
  const isOne = most < 2 || needsWindow;
  return {
    items,
    maxFailures,
    needsWindow,
    isBeside,
    ...(isOne ? { workers: 1, debugging } : { workers: most, debugging: undefined }),
  };
}

function mayPause(debugging: RunPlan['debugging'], tests: () => readonly Test[]): boolean {
  if (debugging === undefined) return false;
  return [...new Set(tests())].some(({ testCode, actions }) =>
    actions.some(
      ({ actionId, type }) =>
        (type === 'pause' && debugging.interactive) || debugging.breakpointAt(testCode, actionId) !== undefined,
    ),
  );
}
