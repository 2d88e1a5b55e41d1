import type { NoticeOf, RunView } from '../../model/protocol/channel/channel.ts';
import type { ActionResult, StepResult } from '../../model/run/run.ts';
import { isUnderWay } from '../../model/run/state.ts';
import type { IdeState, PageRunResults } from './state.ts';
import type { LastResult } from './tool-replies.ts';

export function takeRunEvent(state: IdeState, { projectId, event }: NoticeOf<'run/event'>): IdeState {
  if (projectId !== state.project?.projectId) return state;
  return event.kind === 'status' ? withStatus(state, event) : { ...state, ...withNews(state, event) };
}

const withStatus = (state: IdeState, { run, otherRuns }: Pick<IdeState, 'run' | 'otherRuns'>): IdeState => ({
  ...state,
  run,
  otherRuns,
  results: withScenario(ofRow(withBegun(forRun(state.results, run), run), state.run, run), run),
});

/** A single test counts as begun when it is requested, those of several when they start. */
function withBegun(results: PageRunResults, { state, runId, testId, action }: RunView): PageRunResults {
  if (runId !== results.runId || !isUnderWay(state)) return results;
  return [testId, action?.testCode].reduce(begin, results);
}

/** Earlier results of its actions do not count for this run. */
function begin(results: PageRunResults, testCode: string | undefined): PageRunResults {
  if (testCode === undefined || results.begun[testCode]) return results;
  const { [testCode]: _old, ...actions } = results.actions;
  const { [testCode]: _last, ...last } = results.last;
  return { ...results, actions, last, begun: { ...results.begun, [testCode]: true } };
}

/** Results from the previous data row do not count for the next. */
const ofRow = (results: PageRunResults, before: RunView, { item, state }: RunView): PageRunResults =>
  state === 'running' && (item?.row ?? 0) > 0 && before.item?.index !== item?.index
    ? { ...results, actions: without(results.actions, results.begun) }
    : results;

const without = <Value>(record: Readonly<Record<string, Value>>, keys: object): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !Object.hasOwn(keys, key)));

type TestEvent = Exclude<NoticeOf<'run/event'>['event'], { kind: 'status' }>;

function withNews(state: IdeState, event: TestEvent): Pick<IdeState, 'results' | 'appChanges'> {
  if (event.kind === 'stored-run-changed') return { ...state, results: withChanged(state.results, event.runId) };
  if (event.runId !== state.run.runId) return { ...state, results: withOther(state.results, event) };
  const appChanges = state.appChanges + 1;
  const known = { ...state.results, news: state.results.news + 1 };
  switch (event.kind) {
    case 'action-finished':
    case 'inner-action-finished':
      return { appChanges, results: withNewResult(known, event.result) };
    case 'step-finished': {
      const { actions = [] } = event.result;
      return { appChanges, results: withStep(actions.reduce(withNewResult, known), event.result) };
    }
    case 'item-finished': {
      const { item } = event;
      const results = 'scenario' in item ? withItems(known, [item]) : withTest(known, item.testCode, item.state);
      return { appChanges: state.appChanges, results };
    }
  }
}

/** Of a run that is not shown, only the results of tests matter. */
function withOther(results: PageRunResults, event: TestEvent): PageRunResults {
  const known = { ...results, news: results.news + 1 };
  const isTest = event.kind === 'item-finished' && !('scenario' in event.item);
  return isTest && 'testCode' in event.item ? withTest(known, event.item.testCode, event.item.state) : known;
}

/** A new count makes whoever shows the stored run read it again. */
const withChanged = (results: PageRunResults, runId: string): PageRunResults => ({
  ...results,
  changed: { ...results.changed, [runId]: (results.changed[runId] ?? 0) + 1 },
});

/** Results begin empty; how tests ended before stays until they begin. */
function forRun(results: PageRunResults, { runId }: RunView): PageRunResults {
  if (runId === undefined || runId === results.runId) return results;
  return { ...results, runId, begun: {}, steps: {}, scenarios: {}, rows: {}, stepUnderWay: undefined };
}

const withoutRow = (scenario: string): string => scenario.replace(/\.r\d+$/, '');

function withScenario(results: PageRunResults, { scenario: row }: RunView): PageRunResults {
  if (row === results.stepUnderWay?.row) return results;
  return { ...results, stepUnderWay: row === undefined ? undefined : { row, scenario: withoutRow(row), index: 0 } };
}

function withStep(results: PageRunResults, { index, state }: StepResult): PageRunResults {
  const { stepUnderWay } = results;
  if (stepUnderWay === undefined) return results;
  const { scenario } = stepUnderWay;
  const steps = { ...results.steps[scenario], [index]: worse(results.steps[scenario]?.[index], state) };
  return {
    ...results,
    steps: { ...results.steps, [scenario]: steps },
    stepUnderWay: { ...stepUnderWay, index: index + 1 },
  };
}

interface PlayedScenario {
  scenario: string;
  row?: number | undefined;
  state: string;
  steps: readonly { index: number; state: string }[];
}

/** Takes many at once: copying the state for each would take quadratic time. */
function withItems(results: PageRunResults, items: readonly PlayedScenario[]): PageRunResults {
  const allSteps = { ...results.steps };
  const scenarios = { ...results.scenarios };
  const rows = { ...results.rows };
  for (const { scenario, row, state, steps } of items) {
    const known = allSteps[scenario] ?? {};
    const updated = Object.fromEntries(steps.map(step => [step.index, worse(known[step.index], step.state)]));
    allSteps[scenario] = { ...known, ...updated };
    scenarios[scenario] = worse(scenarios[scenario], state);
    if (row !== undefined) rows[scenario] = { ...rows[scenario], [row]: state };
  }
  return { ...results, steps: allSteps, scenarios, rows };
}

/** Decides the result where example rows end differently. */
const WORST_FIRST = ['error', 'failed', 'notImplemented', 'stopped', 'skipped', 'passed'];

function worse(one: string | undefined, other: string): string {
  return WORST_FIRST.find(state => state === one || state === other) ?? other;
}

export const worstState = (states: readonly (string | undefined)[]): string | undefined =>
  states.reduce((all, state) => (state === undefined ? all : worse(all, state)), undefined);

/** Results of plugged tests and of blocks belong to the action that brought them. */
function withResult(results: PageRunResults, result: ActionResult): PageRunResults {
  const below = result.actions ?? [];
  const { testCode, actionId } = result;
  const ofTest = { ...results.actions[testCode], [actionId]: result };
  return below.reduce(withResult, { ...results, actions: { ...results.actions, [testCode]: ofTest } });
}

function withNewResult(results: PageRunResults, result: ActionResult): PageRunResults {
  const testCodes = [result.testCode, ...(result.actions ?? []).map(({ testCode }) => testCode)];
  return withResult(testCodes.reduce(begin, results), result);
}

const withTest = (results: PageRunResults, testCode: string, state: string): PageRunResults => ({
  ...results,
  tests: { ...results.tests, [testCode]: state },
});

interface StoredResults {
  runId: string;
  actions: readonly ActionResult[];
  scenarios: readonly PlayedScenario[];
}

export function takeResults(state: IdeState, { runId, actions, scenarios }: StoredResults): IdeState {
  // A last result that is known already stays: it is of the same run, and has the reason.
  const results = withItems(actions.reduce(withResult, state.results), scenarios);
  return { ...state, results: { ...results, runId } };
}

/** Ignored when another run has begun. */
export const takeScenarios = (state: IdeState, runId: string, scenarios: readonly PlayedScenario[]): IdeState =>
  state.results.runId === runId ? { ...state, results: withItems(state.results, scenarios) } : state;

export const takeLastStates = (state: IdeState, states: Readonly<Record<string, string>>): IdeState => ({
  ...state,
  results: { ...state.results, tests: { ...states, ...state.results.tests } },
});

/** Ignored while the test runs. */
export function takeLastResult(state: IdeState, testCode: string, last: LastResult | undefined): IdeState {
  const { results, run } = state;
  const runsNow = isUnderWay(run.state) && (results.begun[testCode] || run.testId === testCode);
  if (last === undefined || runsNow) return state;
  // A truncated answer leaves results out; those known of the same run stay.
  const { [testCode]: seen, ...others } = results.actions;
  const isSameRun = seen !== undefined && results.runId === last.runId;
  const actions = isSameRun ? { ...others, [testCode]: seen } : others;
  const known = last.actions.reduce(withResult, { ...results, actions });
  const tests = { ...known.tests, [testCode]: last.state };
  return { ...state, results: { ...known, tests, last: { ...known.last, [testCode]: last } } };
}
