import { AppError } from '../../../model/errors/errors.ts';
import { type ItemResult, isScenario, type RunItem, type ScenarioResult } from '../../../model/run/run.ts';
import type { Redactor } from '../../../model/values/redactor.ts';
import { redactAction, redactFailure, redactHook, redactRow, redactStep } from './redact-results.ts';
import type { ItemHeading } from './run-watcher.ts';

const rounded = (ms: number): number => Math.round(ms * 10) / 10;

/** The result of a test or a scenario under the heading that is known of it, masked. */
export function redactItem(heading: ItemHeading, result: ItemResult, redact: Redactor): ItemResult {
  if (isScenario(result) && 'scenario' in heading) {
    const steps = result.steps.map(step => redactStep(step, redact));
    return { ...heading, ...outcomeOf(result, redact), steps };
  }
  if (isScenario(result) || 'scenario' in heading) throw new AppError('internal', 'A result is not that of its item.');
  const { title, row, before, actions, after } = result;
  return {
    ...heading,
    title: redact(title),
    ...(row === undefined ? {} : { row: redactRow(row, redact) }),
    ...outcomeOf(result, redact),
    ...(before === undefined ? {} : { before: redactHook(before, redact) }),
    actions: actions.map(action => redactAction(action, redact)),
    ...(after === undefined ? {} : { after: redactHook(after, redact) }),
  };
}

type Outcome = Pick<RunItem & ScenarioResult, 'state' | 'ms' | 'error' | 'signIns'>;

const outcomeOf = ({ state, ms, error, signIns }: Outcome, redact: Redactor): Outcome => ({
  state,
  ms: rounded(ms),
  ...(error === undefined ? {} : { error: redactFailure(error, redact) }),
  ...(signIns === undefined ? {} : { signIns: signIns.map(signIn => redactHook(signIn, redact)) }),
});
