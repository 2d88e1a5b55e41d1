import type { BlockNode } from '../../../model/actions/index.ts';
import type { Test } from '../../../model/project/test.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import type { PlannedItem, RunPlan } from '../../../model/protocol/bridge.ts';

interface ActionRange {
  /** Positions in the test, both included. */
  from: number;
  to: number;
}

/** The actions of the outermost test that a run is about. */
const rangeOf = (
  { actions }: Pick<Test, 'actions'>,
  { fromAction = 0, toAction = actions.length - 1 }: Pick<RunPlan, 'fromAction' | 'toAction'>,
): ActionRange => ({ from: fromAction, to: Math.min(toAction, actions.length - 1) });

/** The actions that a run of an item is about as its test is in other content: the ends of the range stay with their actions. */
export function rangeIn(
  content: VersionContent,
  { test }: PlannedItem,
  plan: RunPlan,
): ActionRange & Pick<Test, 'actions'> {
  const range = rangeOf(test, plan);
  const { actions } = content.test(test.testCode) ?? { actions: [] };
  if (actions === test.actions) return { ...range, actions };
  const places = new Map(actions.map(({ actionId }, index) => [actionId, index]));
  const left = test.actions.slice(range.from, range.to + 1).flatMap(({ actionId }) => places.get(actionId) ?? []);
  const from = plan.fromAction === undefined ? 0 : (left[0] ?? actions.length);
  const to = plan.toAction === undefined ? actions.length - 1 : (left.at(-1) ?? from - 1);
  return { from, to, actions };
}

/**
 * The nodes of a test that are in the range. A block that begins before it is not entered again: those of its actions
 * that are in the range run in its place, once.
 */
export function nodesInRange(nodes: readonly BlockNode[], range: ActionRange): BlockNode[] {
  return nodes.flatMap(node => {
    if (node.index > range.to) return [];
    if (node.kind === 'action') return node.index < range.from ? [] : [node];
    const body = nodesInRange(node.body, range);
    const otherwise = nodesInRange(node.otherwise, range);
    if (node.index >= range.from) return [{ ...node, body, otherwise }];
    return body.length > 0 ? body : otherwise;
  });
}
