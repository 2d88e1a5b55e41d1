import type { ActionFailure, ActionResult, HookResult } from '../../../model/run/run.ts';
import { worstState } from '../../../model/run/state.ts';
import type { Later } from '../action/perform-context.ts';
import { failureOf, hashed } from '../page/failure.ts';
import { ActionRunner } from './action-runner.ts';
import type { ValuedRequest } from './item-request.ts';
import { type NodeWalk, walkOfTest } from './node-walk.ts';
import type { Frame } from './run-frame.ts';

interface ActionsRequest {
  request: ValuedRequest;
  /** Where to begin; an error becomes the result. */
  begin(): Promise<{ frame: Frame; walk: NodeWalk }>;
  isLeftOut?: boolean;
  onResult?(result: ActionResult, walk: NodeWalk): void;
}

/** `state` is that of the worst action. */
type ActionsResult = Pick<HookResult, 'state' | 'error' | 'actions'>;

/** Never throws. */
export async function runActions({
  request,
  begin,
  isLeftOut = false,
  onResult,
}: ActionsRequest): Promise<ActionsResult> {
  const actions: ActionResult[] = [];
  const expecting = new Map<ActionResult, Later>();
  const flow = { isStopped: isLeftOut };
  try {
    const { frame, walk } = await begin();
    const keep = (result: ActionResult) => {
      actions.push(result);
      onResult?.(result, walk);
    };
    await new ActionRunner({ ...request, expecting }).runNodes(walk, frame, { results: { push: keep }, flow });
    const incident = flow.isStopped ? undefined : await request.incidents?.last(request.signal);
    const last = lastLeaf(actions);
    if (incident !== undefined && last !== undefined) expecting.set(last, { atEnd: () => incident });
    const done = flow.isStopped ? actions : withUnmet(actions, expecting);
    return { state: worstState(done), actions: done };
  } catch (error) {
    const { state, failure } = failureOf(error, request.signal);
    return { state, error: failure, actions };
  } finally {
    request.session.dialogs.dropPlanned();
  }
}

/** What happens after the last action came with it. */
function lastLeaf(results: readonly ActionResult[]): ActionResult | undefined {
  const last = results.findLast(({ state }) => state === 'passed');
  return last?.actions === undefined || last.actions.length === 0 ? last : lastLeaf(last.actions);
}

/** Actions with unmet expectations, e.g. an answer to a dialog that never came, fail. */
function withUnmet(actions: readonly ActionResult[], expecting: ReadonlyMap<ActionResult, Later>): ActionResult[] {
  const failures = new Map([...expecting].map(([result, { atEnd }]) => [result, atEnd()]));
  // Copying thousands of results takes time, and one hardly ever fails here.
  return [...failures.values()].every(error => error === undefined) ? [...actions] : withFailures(actions, failures);
}

function withFailures(
  results: readonly ActionResult[],
  failures: ReadonlyMap<ActionResult, ActionFailure | undefined>,
): ActionResult[] {
  return results.map(result => {
    const error = failures.get(result);
    if (error !== undefined) return { ...result, state: 'failed', error: hashed(error) };
    if (result.actions === undefined || result.actions.length === 0) return result;
    const actions = withFailures(result.actions, failures);
    return { ...result, state: worstState([result, ...actions]), actions };
  });
}

/** For a test that belongs to another one, on the current page. Never throws. */
export async function runBeside(
  shown: Pick<HookResult, 'testCode' | 'title'>,
  request: ValuedRequest,
  frameOf: () => Promise<Frame>,
): Promise<HookResult> {
  const startedAt = performance.now();
  const begin = async () => {
    const frame = await frameOf();
    return { frame, walk: walkOfTest(request.live, frame.test.testCode) };
  };
  // Progress is reported only for the item itself.
  const result = await runActions({ request: { ...request, onInner: undefined }, begin });
  return { ...shown, ms: Math.round((performance.now() - startedAt) * 10) / 10, ...result };
}
