import { readBlocks } from '../../model/actions/blocks.ts';
import type { PlannedItem } from '../../model/protocol/bridge.ts';
import { itemTitle } from '../../model/run/item-title.ts';
import type { ActionResult, RunItem } from '../../model/run/run.ts';
import { nodesInRange, rangeOf } from './action-range.ts';
import { ActionRunner, type Flow, worst } from './action-runner.ts';
import { failureOf } from './failure.ts';
import type { ItemRequest } from './item-request.ts';
import { outerFrame } from './run-frame.ts';

/** The result of a test that is listed and not run. */
export const skippedItem = (item: PlannedItem): RunItem => ({
  testCode: item.test.testCode,
  moduleCode: item.module.moduleCode,
  title: itemTitle(item),
  state: 'skipped',
  ms: 0,
  actions: [],
});

/** Runs one test with one data row on a page that stands ready. Never throws: what went wrong is in the result. */
export async function runItem(request: ItemRequest): Promise<RunItem> {
  const { plan, item, signal } = request;
  const { module, test, row } = item;
  const startedAt = performance.now();
  const results: ActionResult[] = [];
  const end = (state: RunItem['state'], error?: RunItem['error']): RunItem => ({
    testCode: test.testCode,
    moduleCode: module.moduleCode,
    title: itemTitle(item),
    ...(row === undefined ? {} : { row }),
    state,
    ms: Math.round((performance.now() - startedAt) * 10) / 10,
    ...(error === undefined ? {} : { error }),
    actions: results,
  });
  try {
    const values = { plan, item, variables: {} };
    const frame = await outerFrame(values, request.evaluator, signal);
    const range = rangeOf(test, plan);
    const nodes = nodesInRange(readBlocks(test.actions).nodes, range);
    const keep = (result: ActionResult) => {
      results.push(result);
      const next = nodes[results.length]?.index ?? range.to + 1;
      request.onResult(result, next - range.from);
    };
    const flow: Flow = { isStopped: false };
    await new ActionRunner({ ...request, values }).runNodes(nodes, frame, { results: { push: keep }, flow });
    return end(worst(results));
  } catch (error) {
    const { state, failure } = failureOf(error, signal);
    return end(state, failure);
  }
}
