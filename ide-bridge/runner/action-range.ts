import type { BlockNode } from '../../model/actions/blocks.ts';
import type { Test } from '../../model/project/test.ts';
import type { RunPlan } from '../../model/protocol/bridge.ts';

export interface ActionRange {
  /** Positions in the test, both included. */
  from: number;
  to: number;
}

/** The actions of the outermost test that a run is about. */
export const rangeOf = (
  { actions }: Pick<Test, 'actions'>,
  { fromAction = 0, toAction = actions.length - 1 }: Pick<RunPlan, 'fromAction' | 'toAction'>,
): ActionRange => ({ from: fromAction, to: Math.min(toAction, actions.length - 1) });

/**
 * The nodes of a test that lie in the range. A block that begins before it is not entered anew: those of its actions
 * that lie in the range run in its place, once.
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
