import type { BlockNode } from '../../../model/actions/blocks.ts';
import type { ActionHead } from '../../../model/run/run.ts';
import type { FilledFields } from './filled-fields.ts';
import type { ItemRequest } from './item-request.ts';
import type { NodeWalk } from './node-walk.ts';
import type { Frame, ItemValues } from './run-frame.ts';

/** Where a run is: the action about to run, and what its values can name. */
export interface Place {
  walk: NodeWalk;
  node: BlockNode;
  frame: Frame;
  /** The blocks and plugged tests that it stands in, outermost first. */
  within: readonly ActionHead[];
  request: ItemRequest & { values: ItemValues };
  /** The values of the action's templates, as far as they are known. */
  filled: FilledFields;
}

/** What stands before every action. */
export interface Gate {
  /** Undefined when the action may run at once. Where the run is paused, the walk has the node put back then. */
  before(place: Place): Promise<void> | undefined;
  /** How long runs have waited here. */
  readonly pausedMs: number;
}

export const OPEN_GATE: Gate = { before: () => undefined, pausedMs: 0 };
