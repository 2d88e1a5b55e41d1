import { readBlocks } from '../../model/actions/blocks.ts';
import type { TestCode } from '../../model/project/codes.ts';
import { type Hooks, hooksAround } from '../../model/project/hooks.ts';
import type { PlannedItem, RunPlan } from '../../model/protocol/bridge.ts';
import type { ActionResult, HookResult } from '../../model/run/run.ts';
import { failureOf } from './failure.ts';
import type { ItemRequest } from './item-request.ts';
import { runActions, withFailures } from './run-actions.ts';
import { type ItemValues, innerFrame, outerFrame } from './run-frame.ts';
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
  const startedAt = performance.now();
  const actions: ActionResult[] = [];
  const end = (result: Partial<HookResult> & Pick<HookResult, 'state'>): HookResult => ({
    testCode,
    title: plan.content.test(testCode)?.name ?? testCode,
    ms: Math.round((performance.now() - startedAt) * 10) / 10,
    actions,
    ...result,
  });
  try {
    const around = await outerFrame(values, evaluator, signal);
    const frame = await innerFrame(testCode, {}, { values, frame: around, evaluator, signal });
    const { nodes } = readBlocks(frame.test.actions);
    const flow = { isStopped: false };
    const failures = await runActions({ request: { ...request, values }, nodes, frame, flow, results: actions });
    const done = withFailures(actions, failures);
    return end({ state: worst(done), actions: done });
  } catch (error) {
    const { state, failure } = failureOf(error, signal);
    return end({ state, error: failure });
  }
}
