import type { NoticeOf, RunView } from '../../model/protocol/channel/channel.ts';
import { scenarioReference } from '../../model/run/item-title.ts';
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
      const { item, runId } = event;
      const shown = 'scenario' in item ? withSteps(known, [item]) : known;
      return { appChanges: state.appChanges, results: withEnds(shown, runId, [item]) };
    }
  }
}

/** Of a run that is not shown, only the ends of tests and scenarios matter. */
function withOther(results: PageRunResults, event: TestEvent): PageRunResults {
  const known = { ...results, news: results.news + 1 };
  return event.kind === 'item-finished' ? withEnds(known, event.runId, [event.item]) : known;
}

/** A new count makes whoever shows the stored run read it again. */
const withChanged = (results: PageRunResults, runId: string): PageRunResults => ({
  ...results,
  changed: { ...results.changed, [runId]: (results.changed[runId] ?? 0) + 1 },
});

/** Results begin empty; how tests ended before stays until they begin. */
function forRun(results: PageRunResults, { runId }: RunView): PageRunResults {
  if (runId === undefined || runId === results.runId) return results;
  return { ...results, runId, begun: {}, steps: {}, stepUnderWay: undefined };
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

interface EndedScenario {
  scenario: string;
  row?: number | undefined;
  state: string;
}

interface PlayedScenario extends EndedScenario {
  steps: readonly { index: number; state: string }[];
}

/** Takes many at once: copying the state for each would take quadratic time. */
function withSteps(results: PageRunResults, items: readonly PlayedScenario[]): PageRunResults {
  const allSteps = { ...results.steps };
  for (const { scenario, steps } of items) {
    const known = allSteps[scenario] ?? {};
    const updated = Object.fromEntries(steps.map(step => [step.index, worse(known[step.index], step.state)]));
    allSteps[scenario] = { ...known, ...updated };
  }
  return { ...results, steps: allSteps };
}

type EndOfItem = EndedScenario | { testCode: string; state: string };

function withEnds(results: PageRunResults, runId: string, items: readonly EndOfItem[]): PageRunResults {
  const [tests, scenarios] = [{ ...results.tests }, { ...results.scenarios }];
  const [rows, endedIn] = [{ ...results.rows }, { ...results.endedIn }];
  for (const item of items) {
    const key = 'scenario' in item ? scenarioReference(item) : item.testCode;
    const ended = (known: string | undefined) =>
      endedIn[key] === runId ? worse(known, item.state) : lastOf(known, item.state);
    if (!('scenario' in item)) tests[key] = ended(tests[key]);
    else if (item.row === undefined) scenarios[key] = ended(scenarios[key]);
    else {
      const ofRows = rows[item.scenario] ?? {};
      rows[item.scenario] = { ...ofRows, [item.row]: ended(ofRows[item.row]) };
      scenarios[item.scenario] = worstState(Object.values(rows[item.scenario] ?? {})) ?? item.state;
    }
    endedIn[key] = runId;
  }
  return { ...results, tests, scenarios, rows, endedIn };
}

export const isRed = (state: string | undefined): boolean => state === 'failed' || state === 'error';

/** What was stopped or skipped does not end a failure. */
const lastOf = (known: string | undefined, state: string): string =>
  known !== undefined && isRed(known) && (state === 'stopped' || state === 'skipped') ? known : state;

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

interface StoredResults {
  runId: string;
  actions: readonly ActionResult[];
  scenarios: readonly PlayedScenario[];
}

export function takeResults(state: IdeState, { runId, actions, scenarios }: StoredResults): IdeState {
  // A last result that is known already stays: it is of the same run, and has the reason.
  const results = withSteps(actions.reduce(withResult, state.results), scenarios);
  return { ...state, results: { ...withUnknownEnds(results, runId, scenarios), runId } };
}

/** The last ends are told by themselves, but not of what was skipped or stopped. */
const withUnknownEnds = (results: PageRunResults, runId: string, scenarios: readonly EndedScenario[]) =>
  withEnds(
    results,
    runId,
    scenarios.filter(({ scenario, row }) =>
      row === undefined ? results.scenarios[scenario] === undefined : results.rows[scenario]?.[row] === undefined,
    ),
  );

/** Ignored when another run has begun. */
export const takeScenarios = (state: IdeState, runId: string, scenarios: readonly PlayedScenario[]): IdeState =>
  state.results.runId === runId
    ? { ...state, results: withUnknownEnds(withSteps(state.results, scenarios), runId, scenarios) }
    : state;

interface ToldStates {
  states: Readonly<Record<string, string>>;
  /** By the codes of scenarios and example rows. */
  scenarios: Readonly<Record<string, string>>;
}

/** `asked`: what the page knew when it asked. What it was told since is newer than the answer. */
export function takeLastStates(state: IdeState, told: ToldStates, asked: PageRunResults): IdeState {
  const { results } = state;
  const rows: Record<string, Record<string, string>> = {};
  const scenarios: Record<string, string> = {};
  for (const [key, end] of Object.entries(told.scenarios)) {
    const scenario = withoutRow(key);
    scenarios[scenario] = worse(scenarios[scenario], end);
    if (scenario !== key) rows[scenario] = { ...rows[scenario], [key.slice(scenario.length + 2)]: end };
  }
  const ends = {
    tests: { ...told.states, ...changesOf(results.tests, asked.tests) },
    scenarios: { ...scenarios, ...changesOf(results.scenarios, asked.scenarios) },
    rows: { ...rows, ...changesOf(results.rows, asked.rows) },
  };
  return { ...state, results: { ...results, ...ends } };
}

const changesOf = <Value>(now: Readonly<Record<string, Value>>, before: Readonly<Record<string, Value>>) =>
  Object.fromEntries(Object.entries(now).filter(([key, value]) => before[key] !== value));

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
  const tests = { ...known.tests, [testCode]: lastOf(known.tests[testCode], last.state) };
  return { ...state, results: { ...known, tests, last: { ...known.last, [testCode]: last } } };
}
