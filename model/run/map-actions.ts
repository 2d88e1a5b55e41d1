import { type ActionResult, type HookResult, type ItemResult, isScenario, type StepResult } from './run.ts';

type ResultChange = (result: ActionResult) => ActionResult;

export function mapAction(result: ActionResult, change: ResultChange): ActionResult {
  const { actions, ...changed } = change(result);
  return actions === undefined ? changed : { ...changed, actions: actions.map(below => mapAction(below, change)) };
}

export const mapHook = <Hook extends HookResult | StepResult>(hook: Hook, change: ResultChange): Hook => ({
  ...hook,
  actions: hook.actions.map(action => mapAction(action, change)),
});

export function mapItem(item: ItemResult, change: ResultChange): ItemResult {
  const signIns = item.signIns === undefined ? {} : { signIns: item.signIns.map(signIn => mapHook(signIn, change)) };
  if (isScenario(item)) return { ...item, ...signIns, steps: item.steps.map(step => mapHook(step, change)) };
  const { before, actions, after } = item;
  return {
    ...item,
    ...signIns,
    ...(before === undefined ? {} : { before: mapHook(before, change) }),
    actions: actions.map(action => mapAction(action, change)),
    ...(after === undefined ? {} : { after: mapHook(after, change) }),
  };
}
