import type { TestCode, VersionId } from '../../../model/names/codes.ts';
import { TRAVELS } from '../../../model/run/causes.ts';
import { itemKey } from '../../../model/run/item-title.ts';
import type { ActionFailure, ActionResult, HookResult, Run, RunItem } from '../../../model/run/run.ts';
import type { RunArchive } from './run-archive.ts';

/** Many runs may be about other tests. */
const MOST_LOOKED_AT = 100;

export interface FoundResult {
  run: Run;
  /** The first data row that did not pass, else the first row. */
  item: RunItem;
}

const HAS_ENDED: readonly RunItem['state'][] = ['passed', 'failed', 'error', 'stopped'];

/** Undefined where the test never ran in that version, or its run is not stored any more. */
export async function lastResultOf(
  archive: RunArchive,
  { testCode, versionId }: { testCode: TestCode; versionId: VersionId },
): Promise<FoundResult | undefined> {
  const known = (await archive.lastStates.endsIn(versionId)).ends.get(testCode);
  // A later run in which it was stopped does not count as its last, but is its last result.
  for (const runId of [known?.stoppedIn, known?.last?.runId]) {
    if (runId === undefined) continue;
    const run: Run | undefined = await archive.readIfWhole(runId);
    if (run?.versionId !== versionId) continue;
    const ended = run.items.filter(item => item.testCode === testCode && HAS_ENDED.includes(item.state));
    const item = ended.find(({ state }) => state !== 'passed') ?? ended[0];
    if (item !== undefined) return { run, item };
  }
  return undefined;
}

interface FailedPath {
  error: ActionFailure;
  /** From the outermost action to the failed one; empty where no action failed. */
  path: ActionResult[];
  hook?: HookResult;
}

export function failedIn(item: RunItem): FailedPath | undefined {
  const { signIns = [], before, actions, after, error } = item;
  for (const hook of [...signIns, before]) {
    const found = hook && failedInHook(hook);
    if (found !== undefined) return found;
  }
  const path = pathToFailed(actions);
  const own = path.at(-1)?.error;
  if (own !== undefined) return { error: own, path };
  if (error !== undefined) return { error, path: [] };
  return after && failedInHook(after);
}

function failedInHook(hook: HookResult): FailedPath | undefined {
  const path = pathToFailed(hook.actions);
  const error = path.at(-1)?.error ?? hook.error;
  return error === undefined ? undefined : { error, path, hook };
}

function pathToFailed(actions: readonly ActionResult[]): ActionResult[] {
  const bad = actions.find(({ state, error }) => state === 'failed' || state === 'error' || error !== undefined);
  return bad === undefined ? [] : [bad, ...pathToFailed(bad.actions ?? [])];
}

interface LastPass {
  run: Run;
  action: ActionResult;
}

/** Prefers a run with a picture of the action. */
export async function lastPassed(
  archive: RunArchive,
  { run, item }: FoundResult,
  failed: ActionResult,
): Promise<LastPass | undefined> {
  const ids = await archive.list();
  let first: LastPass | undefined;
  for (const runId of ids.slice(ids.indexOf(run.runId) + 1, ids.indexOf(run.runId) + MOST_LOOKED_AT)) {
    const outcomes = await archive.outcomes(runId);
    if (outcomes?.versionId !== run.versionId || !outcomes.hasPassed.has(itemKey(item))) continue;
    const older: Run | undefined = await archive.readIfWhole(runId);
    const action = older && passedIn(older, item, failed);
    if (older === undefined || action === undefined) continue;
    if (action.screenshot !== undefined) return { run: older, action };
    first ??= { run: older, action };
  }
  return first;
}

export const hasOpenedPage = (item: RunItem): boolean =>
  actionsOf(item).some(({ type, state }) => state === 'passed' && TRAVELS.includes(type));

const actionsOf = ({ signIns = [], before, actions, after }: RunItem): ActionResult[] =>
  flat([...signIns, before, { actions }, after].flatMap(part => part?.actions ?? []));

function passedIn(run: Run, item: RunItem, failed: ActionResult): ActionResult | undefined {
  const same = run.items.find(other => itemKey(other) === itemKey(item));
  return (same === undefined ? [] : actionsOf(same)).findLast(
    ({ state, actionId, testCode }) =>
      state === 'passed' && actionId === failed.actionId && testCode === failed.testCode,
  );
}

const flat = (actions: readonly ActionResult[]): ActionResult[] =>
  actions.flatMap(action => [action, ...flat(action.actions ?? [])]);
