import type { TestCode } from '../../../model/names/codes.ts';
import { type Hooks, hooksAround } from '../../../model/project/references.ts';
import type { PlannedItem, RunPlan } from '../../../model/protocol/bridge.ts';
import { itemTitle } from '../../../model/run/item-title.ts';
import type { ActionResult, HookResult, RunItem } from '../../../model/run/run.ts';
import { worstState } from '../../../model/run/state.ts';
import { REDACTED } from '../../../model/values/redactor.ts';
import type { Later } from '../action/perform-context.ts';
import { plainText } from '../values/plain-text.ts';
import { Concealed, FailedValue } from '../values/scopes.ts';
import { incidentsOf, signInsOf } from './item-actors.ts';
import type { ItemRequest, SignedIn, ValuedRequest } from './item-request.ts';
import { type NodeWalk, rangeIn, walkOfItem } from './node-walk.ts';
import { finishAll, runActions, runBeside, withEnds } from './run-actions.ts';
import { type Frame, innerFrame, outerFrame, scopesOf } from './run-frame.ts';

export const skippedItem = (item: PlannedItem): RunItem => ({
  ...headingOf(item),
  state: 'skipped',
  ms: 0,
  actions: [],
});

const headingOf = (item: PlannedItem): Pick<RunItem, 'testCode' | 'moduleCode' | 'title' | 'row' | 'device'> => ({
  testCode: item.test.testCode,
  moduleCode: item.module.moduleCode,
  title: itemTitle(item),
  ...(item.row === undefined ? {} : { row: item.row }),
  ...(item.device === undefined ? {} : { device: item.device }),
});

/** None before a run that begins in the middle of a test, none after one that ends there. */
function hooksOf(plan: RunPlan, { module, test }: PlannedItem): Hooks {
  const { before, after } = hooksAround(module, test.testCode);
  return {
    before: plan.fromAction === undefined ? before : undefined,
    after: plan.toAction === undefined ? after : undefined,
  };
}

/** On the current page; its variables are those of the test. */
function runHook(testCode: TestCode, request: ValuedRequest): Promise<HookResult> {
  const { plan, evaluator, values, signal } = request;
  const title = plan.content.test(testCode)?.name ?? testCode;
  return runBeside({ testCode, title }, request, async () => {
    const around = await outerFrame(values, evaluator, signal);
    return innerFrame(testCode, {}, { values, frame: around, evaluator, signal });
  });
}

/**
 * Runs one test with one data row and its hooks on a page that is ready. When the first hook does not pass, or sign-in
 * fails, the actions are noted as skipped; the last hook runs always, unless the run is stopped. Never throws.
 */
export async function runItem(itemRequest: ItemRequest): Promise<RunItem> {
  const { plan, item, signal, signedIn, gate, live, session, evaluator } = itemRequest;
  const startedAt = performance.now() - gate.pausedMs;
  const begunAt = new Date().toISOString();
  // Dialog answers planned before the test are not its own.
  session.dialogs.dropPlanned();
  const lasting = new Map<ActionResult, Later>();
  const request: ValuedRequest = { ...itemRequest, values: { plan, item, variables: {} }, lasting };
  let heading: Pick<RunItem, 'title' | 'row'> | undefined;
  const begin = async () => {
    const frame = await outerFrame(request.values, evaluator, signal);
    heading = await evaluatedHeading(request, frame);
    return { frame, walk: walkOfItem(live, item, plan) };
  };
  const onResult = (result: ActionResult, walk: NodeWalk) => {
    const { from, to } = rangeIn(live.now, item, plan);
    request.onResult(result, (walk.peek()?.index ?? to + 1) - from);
  };
  const hooks = signedIn?.failure === undefined ? hooksOf(plan, item) : {};
  const begun = hooks.before && (await runHook(hooks.before, request));
  const isLeftOut = signedIn?.failure !== undefined || (begun !== undefined && begun.state !== 'passed');
  const ran = await runActions({ request, begin, isLeftOut, onResult });
  const ended = hooks.after && !signal.aborted ? await runHook(hooks.after, request) : undefined;
  const isStopped = [begun, ran, ended].some(part => part !== undefined && part.state !== 'passed');
  await finishAll(lasting, isStopped);
  const inTheEnd = <Part extends PartOfItem>(part: Part) => withLasting(part, lasting, isStopped);
  const [before, own, after] = [begun && inTheEnd(begun), inTheEnd(ran), ended && inTheEnd(ended)];
  return {
    ...headingOf(item),
    startedAt: begunAt,
    ms: Math.round((performance.now() - gate.pausedMs - startedAt) * 10) / 10,
    ...signInsOf(request),
    ...heading,
    state: worstState([before, own, after].flatMap(part => part ?? [])),
    ...(own.error === undefined ? {} : { error: own.error }),
    ...(before === undefined ? {} : { before }),
    actions: own.actions,
    ...(after === undefined ? {} : { after }),
    ...incidentsOf(request),
    ...notSignedIn(item, signedIn),
  };
}

type PartOfItem = Pick<HookResult, 'state' | 'actions'>;

function withLasting<Part extends PartOfItem>(
  part: Part,
  lasting: ReadonlyMap<ActionResult, Later>,
  isStopped: boolean,
): Part {
  if (lasting.size === 0) return part;
  const actions = withEnds(part.actions, lasting, isStopped);
  return { ...part, actions, state: worstState([part, ...actions]) };
}

function notSignedIn({ identity }: PlannedItem, { failure, results }: SignedIn = { results: [] }) {
  if (failure === undefined) return {};
  const who = identity?.role === undefined ? '' : ` as "${identity.role}"`;
  const message = `Not run, since signing in${who} failed: ${failure.message}`;
  return { state: results.length === 0 ? ('error' as const) : worstState(results), error: { ...failure, message } };
}

/** What cannot be computed stays as written. */
async function evaluatedHeading({ item, evaluator, values, signal }: ValuedRequest, frame: Frame) {
  const title = itemTitle(item);
  const { shown } = await evaluator
    .evaluateTemplate(title, scopesOf(values, frame), { signal })
    .catch(() => ({ shown: title }));
  if (item.row === undefined) return { title: shown };
  const cells = Object.entries(item.row.values).map(([name, text]) => [name, shownCell(frame.testData[name], text)]);
  return { title: shown, row: { ...item.row, values: Object.fromEntries(cells) } };
}

function shownCell<Written>(value: unknown, written: Written): Written | string | number | boolean {
  if (value instanceof FailedValue) return written;
  if (value instanceof Concealed) return REDACTED;
  return typeof value === 'number' || typeof value === 'boolean' ? value : plainText(value);
}
