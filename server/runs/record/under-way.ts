import type { PlannedItem, PlannedStep } from '../../../model/protocol/bridge.ts';
import type {
  ActionFailure,
  ActionHead,
  ActionResult,
  ItemResult,
  ScenarioResult,
  StepResult,
} from '../../../model/run/run.ts';
import type { Redactor } from '../../../model/values/redactor.ts';
import type { ItemHeading } from './run-watcher.ts';

/** A result below an action that has not ended; `within` names what is around it, outermost first. */
export interface InnerResult {
  within: readonly ActionHead[];
  result: ActionResult;
}

/** An item that has begun and not ended. All its texts are masked. */
export interface ItemUnderWay {
  planned: PlannedItem;
  heading: ItemHeading;
  actions: ActionResult[];
  steps: StepResult[];
  /** Below the action or step that is under way. */
  inner: InnerResult[];
  startedAt: number;
}

interface Outcome {
  state: 'running' | 'stopped' | 'error';
  ms: number;
  error?: ActionFailure;
}

/** An item as far as it is known. What was under way in it when the run ended is stopped. */
export function itemSoFar({ planned, heading, ...so }: ItemUnderWay, outcome: Outcome, redact: Redactor): ItemResult {
  const state = outcome.state === 'running' ? 'running' : 'stopped';
  const open = openActions(so.inner, state);
  if (!('scenario' in heading)) return { ...heading, ...outcome, actions: [...so.actions, ...open] };
  const all = planned.scenario?.steps ?? [];
  const steps = [...so.steps, ...open.flatMap(plug => stepOf(plug, all, redact))];
  const rest = all.slice(steps.length).map(step => headOf(step, redact));
  const ahead = state === 'running' && rest.length > 0 ? { ahead: rest } : {};
  return { ...heading, ...outcome, steps, ...ahead };
}

/** What has ended in actions that have not, below these: a finished one has all that stood below it. */
function openActions(inner: readonly InnerResult[], state: 'running' | 'stopped', depth = 0): ActionResult[] {
  const ended: ActionResult[] = [];
  let below: InnerResult[] = [];
  for (const one of inner) {
    if (one.within.length > depth) below.push(one);
    else {
      ended.push(one.result);
      below = [];
    }
  }
  const head = below[0]?.within[depth];
  if (head === undefined) return ended;
  return [...ended, { ...head, state, ms: 0, actions: openActions(below, state, depth + 1) }];
}

function stepOf({ actionIndex, state, ms, actions = [] }: ActionResult, all: readonly PlannedStep[], redact: Redactor) {
  const step = all.find(({ plug }) => plug?.actionIndex === actionIndex);
  return step === undefined ? [] : [{ ...headOf(step, redact), state, ms, actions }];
}

const headOf = (
  { index, keyword, text, plug }: PlannedStep,
  redact: Redactor,
): NonNullable<ScenarioResult['ahead']>[number] => ({
  index,
  keyword,
  text: redact(text),
  ...(plug === undefined ? {} : { testCode: plug.testCode }),
});
