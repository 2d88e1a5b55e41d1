import { readBlocks } from '../../../model/actions/index.ts';
import type { PlannedItem } from '../../../model/protocol/bridge.ts';
import { itemTitle } from '../../../model/run/item-title.ts';
import type { ActionFailure, ActionResult, RunItem } from '../../../model/run/run.ts';
import { REDACTED } from '../../../model/values/redactor.ts';
import { failureOf } from '../page/failure.ts';
import { plainText } from '../values/plain-text.ts';
import { Concealed, Failed } from '../values/scopes.ts';
import { nodesInRange, rangeIn } from './action-range.ts';
import type { Flow } from './action-runner.ts';
import type { ItemRequest } from './item-request.ts';
import { NodeWalk } from './node-walk.ts';
import { runActions, withFailures } from './run-actions.ts';
import { type Frame, type ItemValues, outerFrame, scopesOf } from './run-frame.ts';
import { hooksOf, runHook } from './run-hook.ts';
import { worst } from './worst-state.ts';

/** The result of a test that is listed and not run. */
export const skippedItem = (item: PlannedItem): RunItem => ({
  ...headingOf(item),
  state: 'skipped',
  ms: 0,
  actions: [],
});

const headingOf = (item: PlannedItem): Pick<RunItem, 'testCode' | 'moduleCode' | 'title' | 'row'> => ({
  testCode: item.test.testCode,
  moduleCode: item.module.moduleCode,
  title: itemTitle(item),
  ...(item.row === undefined ? {} : { row: item.row }),
});

type Told = Partial<Pick<RunItem, 'title' | 'row'>>;
type Result = Pick<RunItem, 'state' | 'error' | 'before' | 'actions' | 'after'> & Told;

/**
 * Runs one test with one data row on a page that stands ready, with the tests that its module runs around it: when the
 * one before does not pass, the test is left out; the one after runs always, unless the run is stopped.
 * Never throws: what went wrong is in the result.
 */
export async function runItem(request: ItemRequest): Promise<RunItem> {
  const { plan, item, signal, signedIn } = request;
  const { gate } = request;
  const startedAt = performance.now() - gate.pausedMs;
  // Answers that were planned outside of any test are none of its own.
  request.session.dialogs.dropPlanned();
  const values = { plan, item, variables: {} };
  const timed = (result: Result): RunItem => ({
    ...headingOf(item),
    ms: Math.round((performance.now() - gate.pausedMs - startedAt) * 10) / 10,
    ...(signedIn === undefined || signedIn.results.length === 0 ? {} : { signIns: [...signedIn.results] }),
    ...result,
  });
  if (signedIn?.failure !== undefined) {
    const { actions, told } = await runTest(request, values, false);
    const { results, failure } = signedIn;
    return timed({
      ...told,
      state: results.length === 0 ? 'error' : worst(results),
      error: notRun(item, failure),
      actions,
    });
  }
  const hooks = hooksOf(plan, item);
  const before = hooks.before && (await runHook(hooks.before, request, values));
  const isReady = before === undefined || before.state === 'passed';
  const own = await runTest(request, values, isReady);
  const after = hooks.after && !signal.aborted ? await runHook(hooks.after, request, values) : undefined;
  return timed({
    ...own.told,
    state: worst([before, own, after].flatMap(part => part ?? [])),
    ...(own.error === undefined ? {} : { error: own.error }),
    ...(before === undefined ? {} : { before }),
    actions: own.actions,
    ...(after === undefined ? {} : { after }),
  });
}

function notRun({ identity }: PlannedItem, { message, ...failure }: ActionFailure): ActionFailure {
  const who = identity?.role === undefined ? '' : ` as "${identity.role}"`;
  return { ...failure, message: `Not run, since signing in${who} failed: ${message}` };
}

/** The test itself; when it is not ready to run, its actions are noted as skipped. */
async function runTest(
  request: ItemRequest,
  values: ItemValues,
  isReady: boolean,
): Promise<Pick<RunItem, 'error' | 'actions'> & Pick<ActionResult, 'state'> & { told: Told }> {
  const { plan, item, signal, live } = request;
  const actions: ActionResult[] = [];
  let told: Told = {};
  try {
    const frame = await outerFrame(values, request.evaluator, signal);
    told = await toldOf({ ...request, values }, frame);
    const walk = new NodeWalk(live, content => {
      const range = rangeIn(content, item, plan);
      return nodesInRange(readBlocks(range.actions).nodes, range);
    });
    const keep = (result: ActionResult) => {
      actions.push(result);
      const { from, to } = rangeIn(live.now, item, plan);
      request.onResult(result, (walk.peek()?.index ?? to + 1) - from);
    };
    const flow: Flow = { isStopped: !isReady };
    const results = { push: keep };
    const failures = await runActions({ request: { ...request, values }, walk, frame, flow, results });
    const done = withFailures(actions, failures);
    return { state: worst(done), actions: done, told };
  } catch (error) {
    const { state, failure } = failureOf(error, signal);
    return { state, error: failure, actions, told };
  }
}

/** What the test is called, and its row, with their values; what cannot be computed stays as it is written. */
async function toldOf({ item, evaluator, values, signal }: ItemRequest & { values: ItemValues }, frame: Frame) {
  const title = itemTitle(item);
  const { shown } = await evaluator
    .evaluateTemplate(title, scopesOf(values, frame), { signal })
    .catch(() => ({ shown: title }));
  if (item.row === undefined) return { title: shown };
  const cells = Object.entries(item.row.values).map(([name, text]) => [name, shownCell(frame.testData[name], text)]);
  return { title: shown, row: { ...item.row, values: Object.fromEntries(cells) } };
}

function shownCell<Written>(value: unknown, written: Written): Written | string | number | boolean {
  if (value instanceof Failed) return written;
  if (value instanceof Concealed) return REDACTED;
  return typeof value === 'number' || typeof value === 'boolean' ? value : plainText(value);
}
