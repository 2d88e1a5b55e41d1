import { AppError } from '../../../model/errors/errors.ts';
import type { ProjectSettings } from '../../../model/project/project.ts';
import type { Test } from '../../../model/project/test.ts';
import type { PlannedItem, RunPlan } from '../../../model/protocol/bridge.ts';
import { performedTests } from './performed-tests.ts';
import type { RunRequest } from './run-request.ts';

const RETRIES = /^@?retries:(.*)$/;
const MOST_RETRIES = 10;

/** The last tag, nearest to the scenario, wins. */
function retriesOf({ test, scenario }: PlannedItem): number | undefined {
  const tags = scenario?.tags ?? test.tags ?? [];
  const value = tags.flatMap(tag => RETRIES.exec(tag)?.[1] ?? []).at(-1);
  if (value === undefined) return undefined;
  const retries = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (retries <= MOST_RETRIES) return retries;
  throw new AppError(
    'invalid-project',
    `The tag @retries:${value} of “${scenario?.name ?? test.name}” has no such number.`,
    {
      expected: `@retries:0 to @retries:${MOST_RETRIES}`,
    },
  );
}

/** Whoever asks for a single item retries it itself. */
const withRetries = (
  { onlyItem, retries }: Pick<RunRequest, 'onlyItem' | 'retries'>,
  items: readonly PlannedItem[],
  given: number | undefined = 0,
): readonly PlannedItem[] =>
  onlyItem === undefined ? items.map(item => ({ ...item, retries: retriesOf(item) ?? retries ?? given })) : items;

/** A run that may pause has one window: people see only the app window. Errors: `invalid-project`, for a tag. */
export function lanesOf(
  request: RunRequest,
  planned: readonly PlannedItem[],
  settings: ProjectSettings = {},
): Pick<RunPlan, 'items' | 'workers' | 'maxFailures' | 'debugging' | 'needsWindow' | 'isBeside'> {
  const { content, workers, maxFailures, debugging, fromAction, isBeside } = request;
  const items = withRetries(request, planned, settings.retries);
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
