import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';
import { RunId } from '../../../model/names/codes.ts';
import {
  type ActionFailure,
  type ActionResult,
  HookResult,
  type ItemResult,
  isScenario,
  PlainActionResult,
  RunItem,
  type ScenarioAttempt,
  ScenarioResult,
  SignInResult,
  StepResult,
  type TestAttempt,
} from '../../../model/run/run.ts';
import { isFinal } from '../../../model/run/state.ts';
import { ObservedText } from '../../../model/values/observed.ts';
import { lastFinished, readFinishedRun } from '../../runs/record/read-finished-run.ts';
import type { ToolContext } from '../define/define-tool.ts';
import { jsonBytes, REPLY_BYTES, startOf, takeFitting } from '../define/paging.ts';
import { type Budget, firstBad, partsOf, type ResultPart, type Selection, selectResults } from './result-selection.ts';

export const FinishedRunId = RunId.optional().describe('e.g. r128; default: the last run that has ended');

/** Default: the last run that has ended. Errors: `not-found`, `no-run`, `run-in-progress`, `damaged-file`. */
export async function finishedRun(named: RunId | undefined, { project, bridge }: ToolContext<'runs' | 'redact'>) {
  const { runs, store, projectId, redact } = project;
  const { runId: last, state } = bridge.status(projectId);
  const runId = named ?? (await lastFinished(runs, isFinal(state) ? undefined : last));
  if (runId === undefined)
    throw new AppError('no-run', 'No run has ended yet. Call runTest or runFeatures first.', { next: 'runTest' });
  // The record of a run that is under way here is updated late, so the live state decides.
  if (last === runId && !isFinal(state))
    throw new AppError('run-in-progress', `Run ${runId} is ${state}; its reports are available when it has ended.`, {
      next: 'getTestStatus',
      facts: { state },
    });
  return readFinishedRun({ runs, content: store.content, redact }, runId);
}

export const ResultLimit = z
  .number()
  .int()
  .min(1)
  .max(1_000_000)
  .optional()
  .describe('How many results at most, those in blocks and plugged tests counted');

const Omitted = z.number().int().optional().describe('How many results below it are left out');

export const ActionResultView = PlainActionResult.extend({
  omitted: Omitted,
  get actions() {
    return z.array(ActionResultView).optional();
  },
});
export type ActionResultView = z.infer<typeof ActionResultView>;

export const HookResultView = HookResult.extend({ omitted: Omitted, actions: z.array(ActionResultView) });
export type HookResultView = z.infer<typeof HookResultView>;

export const SignInResultView = SignInResult.extend({ omitted: Omitted, actions: z.array(ActionResultView) });

/** A short form; run.json has all of it. */
const AttemptView = z.strictObject({
  state: RunItem.shape.state,
  startedAt: z.string().optional(),
  ms: z.number(),
  title: ObservedText.optional().describe('Of the action or step that failed'),
  message: ObservedText.optional(),
  screenshot: z.string().optional(),
  video: z.string().optional(),
});
type AttemptView = z.infer<typeof AttemptView>;

const Attempts = z.array(AttemptView).optional().describe('Those before the last, of what was run again');

export const RunItemView = RunItem.extend({
  attempts: Attempts,
  omitted: Omitted,
  signIns: z.array(SignInResultView).optional(),
  before: HookResultView.optional(),
  actions: z.array(ActionResultView),
  after: HookResultView.optional(),
});
export type RunItemView = z.infer<typeof RunItemView>;

export const ScenarioResultView = ScenarioResult.extend({
  attempts: Attempts,
  omitted: Omitted,
  signIns: z.array(SignInResultView).optional(),
  steps: z.array(StepResult.extend({ omitted: Omitted, actions: z.array(ActionResultView) })),
});
export type ScenarioResultView = z.infer<typeof ScenarioResultView>;

interface ShownResults {
  items: RunItemView[];
  scenarios?: ScenarioResultView[];
  omitted?: string;
}

/** Cuts results to the size of a reply, or to `limit`; `further` is one more way to get the rest. */
export function showResults(
  items: readonly ItemResult[],
  { limit, further = '' }: { limit?: number | undefined; further?: string },
): ShownResults {
  const total = countResults(items);
  if (limit === undefined ? isShort(items, total) : total <= limit) return apart([...items]);
  const selection = selectResults(items, limit === undefined ? BYTES : counting(limit, items));
  const shown = items.filter(selection.has).map(item => showItem(item, selection));
  const left = total - countResults(shown);
  if (left === 0) return apart(shown);
  const tests = items.length - shown.length;
  const first =
    tests === 0 ? '' : `${tests} of ${items.length} ${items.some(isScenario) ? 'tests, scenarios' : 'tests'} or rows, `;
  const what = `${first}${left} of ${total} results left out, failures last`;
  return { ...apart(shown), omitted: `${what}; ask with limit: ${total} for all of them${further}.` };
}

interface ResultPage extends ShownResults {
  total: number;
  nextCursor?: string;
}

/** Whole items from a position on, in execution order; a single one that does not fit is cut. */
export function pageResults(
  items: readonly ItemResult[],
  { cursor, limit }: { cursor: string; limit?: number | undefined },
): ResultPage {
  const start = startOf({ cursor });
  const rest = items.slice(start);
  const page = limit === undefined ? takeFitting(rest) : takeCounted(rest, limit);
  const end = start + page.length;
  const total = items.length;
  const shown = page.length === 1 ? showResults(page, { limit }) : apart(page);
  return { ...shown, total, ...(end < total ? { nextCursor: String(end) } : {}) };
}

/** The first items with at most `limit` results; always at least one. */
function takeCounted(items: readonly ItemResult[], limit: number): readonly ItemResult[] {
  let count = 0;
  const end = items.findIndex((item, index) => {
    count += 1 + countBelow(partsOf(item));
    return index > 0 && count > limit;
  });
  return end < 0 ? items : items.slice(0, end);
}

type ItemView = RunItemView | ScenarioResultView;

function apart(all: readonly (ItemView | ItemResult)[]): Pick<ShownResults, 'items' | 'scenarios'> {
  const shown = all.map(withShortAttempts);
  const scenarios = shown.flatMap(item => ('steps' in item ? [item] : []));
  const tests = shown.flatMap(item => ('steps' in item ? [] : [item]));
  return { items: tests, ...(scenarios.length === 0 ? {} : { scenarios }) };
}

function withShortAttempts(item: ItemView | ItemResult): ItemView {
  const attempts = item.attempts?.map(shortAttempt);
  return { ...item, attempts };
}

function shortAttempt(attempt: TestAttempt | ScenarioAttempt | AttemptView): AttemptView {
  if (!('actions' in attempt) && !('steps' in attempt)) return attempt;
  const { state, startedAt, ms } = attempt;
  const bad = firstBad(partsOf(attempt));
  const message = (bad?.error ?? attempt.error)?.message;
  return {
    state,
    startedAt,
    ms,
    title: bad?.title,
    message: message?.slice(0, MOST_BRIEF),
    screenshot: bad?.screenshot,
    video: attempt.video,
  };
}

/** Where there are several items, they count too. */
const countResults = (items: readonly ItemView[]): number =>
  items.reduce((sum, item) => sum + countBelow(partsOf(item)), items.length === 1 ? 0 : items.length);

const countBelow = (results: readonly ResultPart[]): number =>
  results.reduce((sum, { actions = [] }) => sum + 1 + countBelow(actions), 0);

const LEAST_BYTES = 50;

const isShort = (items: readonly ItemResult[], total: number): boolean =>
  total * LEAST_BYTES < REPLY_BYTES && jsonBytes(items) <= REPLY_BYTES;

/** `,"actions":[],"omitted":10000` */
const FRAME_BYTES = 30;

const BARE = { signIns: undefined, before: undefined, actions: [], after: undefined, steps: undefined };

const BYTES: Budget = {
  most: REPLY_BYTES,
  ofItem: item => jsonBytes({ ...withShortAttempts(item), ...BARE }) + FRAME_BYTES,
  ofResult: ({ actions: _below, ...result }) => jsonBytes(result) + FRAME_BYTES,
  ofBrief: ({ actions: _below, ...result }) =>
    jsonBytes({ ...result, error: brief(result.error), call: undefined }) + FRAME_BYTES,
};

const counting = (limit: number, { length }: readonly ItemResult[]): Budget => ({
  most: limit,
  ofItem: () => (length === 1 ? 0 : 1),
  ofResult: () => 1,
  ofBrief: () => 1,
});

function showItem(whole: ItemResult, selection: Selection): ItemView {
  const attempts = whole.attempts?.map(shortAttempt);
  return { ...showCourse(whole, selection), attempts };
}

function showCourse(item: ItemResult, selection: Selection): ItemView {
  const showHook = <Hook extends HookResult>(hook: Hook | undefined) =>
    hook && selection.has(hook)
      ? { ...showFailure(hook, selection), ...showBelow(hook.actions, selection) }
      : undefined;
  const shownSignIns = item.signIns?.flatMap(signIn => showHook(signIn) ?? []);
  const signIns = shownSignIns === undefined ? {} : { signIns: shownSignIns };
  if (isScenario(item)) {
    const { attempts: _attempts, ...scenario } = item;
    return { ...scenario, ...signIns, ...showSteps(item.steps, selection) };
  }
  const { before, actions, after, attempts: _attempts, ...rest } = item;
  const [shownBefore, shownAfter] = [showHook(before), showHook(after)];
  return { ...rest, ...signIns, before: shownBefore, ...showBelow(actions, selection), after: shownAfter };
}

function showSteps(steps: readonly StepResult[], selection: Selection) {
  const shown = steps.filter(selection.has);
  const omitted = countBelow(steps.filter(step => !selection.has(step)));
  return {
    steps: shown.map(step => ({ ...showFailure(step, selection), ...showBelow(step.actions, selection) })),
    ...(omitted === 0 ? {} : { omitted }),
  };
}

function showBelow(actions: readonly ActionResult[], selection: Selection) {
  const shown = actions.filter(selection.has);
  const omitted = countBelow(actions.filter(action => !selection.has(action)));
  return {
    actions: shown.map((action): ActionResultView => {
      const { actions: below, ...own } = showFailure(action, selection);
      return below === undefined ? own : { ...own, ...showBelow(below, selection) };
    }),
    ...(omitted === 0 ? {} : { omitted }),
  };
}

const showFailure = <Result extends ResultPart>(result: Result, selection: Selection): Result =>
  selection.isBrief(result) ? withoutCall({ ...result, error: brief(result.error) }) : result;

/** The record of an HTTP request is longer than most failures. */
function withoutCall<Result extends ResultPart>(result: Result): Result {
  const short = { ...result };
  delete short.call;
  return short;
}

const MOST_BRIEF = 300;

const brief = (error: ActionFailure | undefined): ActionFailure | undefined =>
  error && { message: error.message.slice(0, MOST_BRIEF) };
