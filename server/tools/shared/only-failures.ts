import {
  type ActionResult,
  type HookResult,
  type ItemResult,
  isScenario,
  type RunItem,
  type StepResult,
} from '../../../model/run/run.ts';

/** An item with what did not pass, without what was not tried; in blocks, plugged tests and steps too. */
export function onlyFailures({ signIns, ...rest }: ItemResult): ItemResult {
  const item = { ...rest, ...failedSignIns(signIns) };
  if (isScenario(item)) return { ...item, steps: item.steps.filter(isBad).map(failedStep) };
  const { before, actions, after, ...others } = item;
  return {
    ...others,
    ...(before === undefined || before.state === 'passed' ? {} : { before: failedHook(before) }),
    actions: failuresIn(actions),
    ...(after === undefined || after.state === 'passed' ? {} : { after: failedHook(after) }),
  };
}

function failedSignIns(signIns: RunItem['signIns']): Pick<RunItem, 'signIns'> {
  const failed = signIns?.filter(({ state }) => state !== 'passed') ?? [];
  return failed.length === 0 ? {} : { signIns: failed.map(failedHook) };
}

const failedHook = <Hook extends HookResult>(hook: Hook): Hook => ({ ...hook, actions: failuresIn(hook.actions) });

const failedStep = (step: StepResult): StepResult => ({ ...step, actions: failuresIn(step.actions) });

const isBad = ({ state }: Pick<StepResult, 'state'>): boolean => state !== 'passed' && state !== 'skipped';

const failuresIn = (actions: readonly ActionResult[]): ActionResult[] =>
  actions
    .filter(isBad)
    .map(action => (action.actions === undefined ? action : { ...action, actions: failuresIn(action.actions) }));
