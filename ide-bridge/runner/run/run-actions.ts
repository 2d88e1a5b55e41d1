import type { ActionFailure, ActionResult, HookResult } from '../../../model/run/run.ts';
import { worstState } from '../../../model/run/state.ts';
import type { Later } from '../action/perform-context.ts';
import { failureOf, hashed } from '../page/failure.ts';
import { ActionRunner } from './action-runner.ts';
import { partsOf } from './item-actors.ts';
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
    const incident = flow.isStopped ? undefined : await lastIncident(request);
    const last = lastLeaf(actions);
    if (incident !== undefined && last !== undefined) expecting.set(last, orIncident(expecting.get(last), incident));
    const ending = leaveLasting(expecting, request.lasting);
    await finishAll(ending, flow.isStopped);
    const done = withEnds(actions, ending, flow.isStopped);
    return { state: worstState(done), actions: done };
  } catch (error) {
    const { state, failure } = failureOf(error, request.signal);
    return { state, error: failure, actions };
  } finally {
    for (const { session } of partsOf(request)) session.dialogs.dropPlanned();
  }
}

async function lastIncident(request: ValuedRequest): Promise<ActionFailure | undefined> {
  const found = await Promise.all(partsOf(request).map(({ incidents }) => incidents?.last(request.signal)));
  return found.find(incident => incident !== undefined);
}

/** What happens after the last action came with it. */
function lastLeaf(results: readonly ActionResult[]): ActionResult | undefined {
  const last = results.findLast(({ state }) => state === 'passed');
  return last?.actions === undefined || last.actions.length === 0 ? last : lastLeaf(last.actions);
}

const orIncident = (known: Later | undefined, incident: ActionFailure): Later => ({
  ...known,
  atEnd: () => known?.atEnd() ?? incident,
});

type Expecting = ReadonlyMap<ActionResult, Later>;

/** What can be told only at the end of the item is left to whoever runs that. */
function leaveLasting(expecting: Expecting, lasting: Map<ActionResult, Later> | undefined): Expecting {
  if (lasting === undefined) return expecting;
  const isLasting = ([, { lasts = false }]: [ActionResult, Later]) => lasts;
  for (const [result, later] of [...expecting].filter(isLasting)) lasting.set(result, later);
  return new Map([...expecting].filter(one => !isLasting(one)));
}

/** In the order in which they began. Never rejects. */
export async function finishAll(expecting: Expecting, isStopped: boolean): Promise<void> {
  for (const { finish } of expecting.values()) await finish?.({ isStopped });
}

/**
 * Results as they are in the end. Unmet expectations, e.g. an answer to a dialog that never came, fail unless something
 * else ended the test; others may have something to say.
 */
export function withEnds(results: readonly ActionResult[], expecting: Expecting, isStopped: boolean): ActionResult[] {
  const ends = [...expecting].flatMap(([result, later]): [ActionResult, ActionEnd][] => {
    const end = endOf(later, isStopped);
    return end === undefined ? [] : [[result, end]];
  });
  // Copying thousands of results takes time, and hardly ever one changes here.
  return ends.length === 0 ? [...results] : withChanges(results, new Map(ends));
}

type ActionEnd = Pick<ActionResult, 'note'> | Required<Pick<ActionResult, 'state' | 'error'>>;

function endOf({ atEnd, note }: Later, isStopped: boolean): ActionEnd | undefined {
  const error = isStopped ? undefined : atEnd();
  if (error !== undefined) return { state: 'failed', error: hashed(error) };
  const text = note?.();
  return text === undefined ? undefined : { note: text };
}

function withChanges(results: readonly ActionResult[], ends: ReadonlyMap<ActionResult, ActionEnd>): ActionResult[] {
  return results.map(result => {
    const end = ends.get(result);
    if (end !== undefined) return { ...result, ...end };
    if (result.actions === undefined || result.actions.length === 0) return result;
    const actions = withChanges(result.actions, ends);
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
