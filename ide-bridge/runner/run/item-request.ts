import type { Action, BlockNode } from '../../../model/actions/index.ts';
import type { PlannedItem, RunPlan, RunSink } from '../../../model/protocol/bridge.ts';
import type { ActionFailure, ActionHead, ActionResult, SignInResult, StepResult } from '../../../model/run/run.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import type { PageWatch } from '../page/page-watch.ts';
import type { Evaluator } from '../values/evaluator.ts';
import type { FilledFields } from './filled-fields.ts';
import type { LiveContent, NodeWalk } from './node-walk.ts';
import type { Frame, ItemValues } from './run-frame.ts';
import type { RunTrace } from './run-trace.ts';
import type { RunVideo } from './run-video.ts';

/** All that running one test takes. */
export interface ItemRequest {
  plan: RunPlan;
  item: PlannedItem;
  itemIndex: number;
  session: AppSession;
  watch: PageWatch;
  evaluator: Evaluator;
  sink: RunSink;
  signal: AbortSignal;
  live: LiveContent;
  gate: Gate;
  /** Keeps the page before and after every action. */
  trace?: RunTrace | undefined;
  /** Keeps what the page looks like. */
  video?: RunVideo | undefined;
  signedIn?: SignedIn | undefined;
  /** Called before each action, with the innermost one under way. */
  onAction(action: ActionUnderWay): void;
  /** Called after each action of the outermost test, with the number of its actions, also in blocks, that are done. */
  onResult(result: ActionResult, done: number): void;
  /** Called after each action in a block or a plugged test, with the actions around it, outermost first. */
  onInner?: ((within: readonly ActionHead[], result: ActionResult) => void) | undefined;
  /** Called after each step of a scenario, with the number of those that are done. */
  onStep?(result: StepResult, done: number): void;
}

/** With the values that all its tests share. */
export type ValuedRequest = ItemRequest & { values: ItemValues };

/** An action of the innermost test. */
export interface ActionUnderWay {
  action: Action;
  actionIndex: number;
  testCode: string;
  /** The values of its templates, as far as they are known. */
  filled?: Pick<FilledFields, 'inTitle' | 'noted'> | undefined;
}

/** The outcome of signing in for an item. */
export interface SignedIn {
  /** Sign-in tests that were performed for it. */
  results: readonly SignInResult[];
  /** Why the item cannot run. */
  failure?: ActionFailure | undefined;
}

/** Where a run is: the action about to run, and what its values can name. */
export interface RunPosition {
  walk: NodeWalk;
  node: BlockNode;
  frame: Frame;
  /** The blocks and plugged tests that it is in, outermost first. */
  within: readonly ActionHead[];
  request: ValuedRequest;
  /** The values of the action's templates, as far as they are known. */
  filled: FilledFields;
}

/** Lets each action wait before it runs. */
export interface Gate {
  /** Undefined when the action may run at once. Where the run is paused, the walk has the node put back then. */
  before(place: RunPosition): Promise<void> | undefined;
  /** How long runs have waited here. */
  readonly pausedMs: number;
}

export const OPEN_GATE: Gate = { before: () => undefined, pausedMs: 0 };
