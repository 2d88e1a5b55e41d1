import { readBlocks } from '../../../model/actions/index.ts';
import type { PlannedScenario, PlannedStep } from '../../../model/protocol/bridge.ts';
import type { ActionFailure, ActionResult, ItemState, ScenarioResult, StepResult } from '../../../model/run/run.ts';
import { worstState } from '../../../model/run/state.ts';
import { incidentsOf, signInsOf } from './item-actors.ts';
import type { ItemRequest } from './item-request.ts';
import { NodeWalk } from './node-walk.ts';
import { runActions } from './run-actions.ts';
import { type ItemValues, outerFrame } from './run-frame.ts';

type Heading = Omit<ScenarioResult, 'state' | 'ms' | 'steps'>;

const headingOf = ({ scenario, row, name, featureCode, featureName, file, line }: PlannedScenario): Heading => ({
  scenario,
  ...(row === undefined ? {} : { row }),
  name,
  featureCode,
  featureName,
  file,
  line,
});

function triedSteps({ steps, keepRunning }: Pick<PlannedScenario, 'steps' | 'keepRunning'>): PlannedStep[] {
  const open = steps.findIndex(({ plug }) => plug === undefined);
  const reached = keepRunning || open < 0 ? steps : steps.slice(0, open);
  return reached.filter(({ plug }) => plug !== undefined);
}

export const untriedScenario = (scenario: PlannedScenario): ScenarioResult => ({
  ...headingOf(scenario),
  state: 'notImplemented',
  ms: 0,
  steps: stepResults(scenario, []),
});

/** Runs the linked tests one after the other on one page; their variables are those of the scenario. Never throws. */
export async function runScenario(request: ItemRequest, scenario: PlannedScenario): Promise<ScenarioResult> {
  const { gate } = request;
  const startedAt = performance.now() - gate.pausedMs;
  const begunAt = new Date().toISOString();
  request.session.dialogs.dropPlanned();
  const { results, error, state } = await runSteps(request, scenario);
  const steps = stepResults(scenario, results);
  // A scenario without any step is not implemented.
  const own = state ?? (steps.length === 0 ? 'notImplemented' : 'passed');
  return {
    ...headingOf(scenario),
    startedAt: begunAt,
    state: worstState([{ state: own }, ...steps]),
    ms: Math.round((performance.now() - gate.pausedMs - startedAt) * 10) / 10,
    ...(error === undefined ? {} : { error }),
    ...signInsOf(request),
    ...incidentsOf(request),
    steps,
  };
}

interface Ran {
  results: readonly ActionResult[];
  error?: ActionFailure;
  state?: ItemState;
}

async function runSteps(request: ItemRequest, scenario: PlannedScenario): Promise<Ran> {
  const { plan, item, signal, evaluator, signedIn } = request;
  if (signedIn?.failure !== undefined) {
    const { message, ...failure } = signedIn.failure;
    return {
      results: [],
      state: 'error',
      error: { ...failure, message: `Not run, since signing in failed: ${message}` },
    };
  }
  const values: ItemValues = { plan, item, variables: {} };
  const begin = async () => {
    const around = await outerFrame(values, evaluator, signal);
    return { frame: { ...around, parameters: scenario.values }, walk: walkOf(request, scenario) };
  };
  const onResult = stepReporter(request, scenario);
  const { state, error, actions: results } = await runActions({ request: { ...request, values }, begin, onResult });
  return error === undefined ? { results } : { results, state, error };
}

/** The scenario stays as planned; edits in a pause change only the tests below it. */
function walkOf({ item, live }: ItemRequest, scenario: PlannedScenario): NodeWalk {
  const tried = new Set(triedSteps(scenario).map(({ plug }) => plug?.actionIndex));
  const nodes = readBlocks(item.test.actions).nodes.filter(({ index }) => tried.has(index));
  return new NodeWalk(live, () => nodes);
}

/** Reports each step as soon as its result is certain. */
function stepReporter(request: ItemRequest, scenario: PlannedScenario): (result: ActionResult) => void {
  let done = 0;
  return result => {
    const last = scenario.steps.findIndex(({ plug }) => plug?.actionIndex === result.actionIndex);
    for (; done <= last; done++) {
      const step = scenario.steps[done];
      if (step !== undefined) request.onStep?.(stepResult(step, done === last ? result : undefined), done + 1);
    }
  };
}

/** Steps after one that nothing implements were left out on purpose. */
function stepResults(scenario: PlannedScenario, results: readonly ActionResult[]): StepResult[] {
  const byIndex = new Map(results.map(result => [result.actionIndex, result]));
  let isOver = false;
  return scenario.steps.map(step => {
    const result = step.plug && byIndex.get(step.plug.actionIndex);
    const made = isOver ? skipped(step) : stepResult(step, result);
    isOver ||= made.state === 'failed' || made.state === 'error' || made.state === 'stopped';
    isOver ||= made.state === 'notImplemented' && !scenario.keepRunning;
    return made;
  });
}

const headOf = ({ index, keyword, text, plug }: PlannedStep) => ({
  index,
  keyword,
  text,
  ...(plug === undefined ? {} : { testCode: plug.testCode }),
});

const skipped = (step: PlannedStep): StepResult => ({ ...headOf(step), state: 'skipped', ms: 0, actions: [] });

function stepResult(step: PlannedStep, result: ActionResult | undefined): StepResult {
  if (step.plug === undefined) return { ...headOf(step), state: 'notImplemented', ms: 0, actions: [] };
  if (result === undefined) return skipped(step);
  const { state, ms, error, actions = [] } = result;
  return { ...headOf(step), state, ms, ...(error === undefined ? {} : { error }), actions };
}
