import type { TestCode } from '../../../model/names/codes.ts';
import { type Hooks, hooksAround } from '../../../model/project/module.ts';
import type { PlannedItem, RunPlan } from '../../../model/protocol/bridge.ts';
import type { ActionResult, HookResult } from '../../../model/run/run.ts';
import { failureOf } from '../page/failure.ts';
import type { ItemRequest } from './item-request.ts';
import { NodeWalk, nodesOfTest } from './node-walk.ts';
import { runActions, withFailures } from './run-actions.ts';
import { type Frame, type ItemValues, innerFrame, outerFrame } from './run-frame.ts';
import { worst } from './worst-state.ts';

/** The hooks of a run: none before a run that begins in the middle of a test, none after one that ends there. */
export function hooksOf(plan: RunPlan, { module, test }: PlannedItem): Hooks {
  const { before, after } = hooksAround(module, test.testCode);
  return {
    before: plan.fromAction === undefined ? before : undefined,
    after: plan.toAction === undefined ? after : undefined,
  };
}

/** Runs a hook on the page as it stands; its variables are those of the test. Never throws. */
export async function runHook(testCode: TestCode, request: ItemRequest, values: ItemValues): Promise<HookResult> {
  const { plan, evaluator, signal } = request;
  const title = plan.content.test(testCode)?.name ?? testCode;
  return runBeside({ testCode, title }, { ...request, values }, async () => {
    const around = await outerFrame(values, evaluator, signal);
    return innerFrame(testCode, {}, { values, frame: around, evaluator, signal });
  });
}

/** Runs a test that belongs to another one, on the page as it stands. Never throws. */
export async function runBeside(
  shown: Pick<HookResult, 'testCode' | 'title'>,
  request: ItemRequest & { values: ItemValues },
  frameOf: () => Promise<Frame>,
): Promise<HookResult> {
  const startedAt = performance.now();
  const actions: ActionResult[] = [];
  const end = (result: Partial<HookResult> & Pick<HookResult, 'state'>): HookResult => ({
    ...shown,
    ms: Math.round((performance.now() - startedAt) * 10) / 10,
    actions,
    ...result,
  });
  try {
    const frame = await frameOf();
    const walk = new NodeWalk(request.live, nodesOfTest(frame.test.testCode));
    // What is told while it goes on is what the item itself does.
    const own = { ...request, onInner: undefined };
    const failures = await runActions({ request: own, walk, frame, flow: { isStopped: false }, results: actions });
    const done = withFailures(actions, failures);
    return end({ state: worst(done), actions: done });
  } catch (error) {
    const { state, failure } = failureOf(error, request.signal);
    return end({ state, error: failure });
  }
}
