import type { Action, BlockNode } from '../../../model/actions/index.ts';
import type { PlannedItem, RunPlan, RunSink } from '../../../model/protocol/bridge.ts';
import type { ActionFailure, ActionHead, ActionResult, SignInResult, StepResult } from '../../../model/run/run.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import type { RunTrace } from '../../trace/run-trace.ts';
import type { Later } from '../action/perform-context.ts';
import type { Incidents } from '../page/incidents.ts';
import type { PageWatch } from '../page/page-watch.ts';
import type { Evaluator } from '../values/evaluator.ts';
import type { FilledFields } from './filled-fields.ts';
import type { LiveContent, NodeWalk } from './node-walk.ts';
import type { Frame, ItemValues } from './run-frame.ts';
import type { RunVideo } from './run-video.ts';

export interface ItemRequest {
  plan: RunPlan;
  item: PlannedItem;
  itemIndex: number;
  session: AppSession;
  watch: PageWatch;
  /** Missing where everybody acts in the one window, as in signing in. */
  actors?: ActorsOfItem | undefined;
  /** Missing where only actions are tried. */
  incidents?: Incidents | undefined;
  evaluator: Evaluator;
  sink: RunSink;
  signal: AbortSignal;
  live: LiveContent;
  gate: Gate;
  trace?: RunTrace | undefined;
  video?: RunVideo | undefined;
  signedIn?: SignedIn | undefined;
  /** Called before each action, with the innermost one under way. */
  onAction(action: ActionUnderWay): void;
  /** Called after each action of the outermost test; `done` includes actions in blocks. */
  onResult(result: ActionResult, done: number): void;
  /** Called after each action in a block or a plugged test; `within`: the actions around it, outermost first. */
  onInner?: ((within: readonly ActionHead[], result: ActionResult) => void) | undefined;
  /** Called after each step of a scenario; `done`: their number. */
  onStep?(result: StepResult, done: number): void;
}

/** What is of one actor alone. */
export type ActorPart = Pick<ItemRequest, 'session' | 'watch' | 'incidents' | 'trace' | 'signal'>;

/** Who acts in one item: the first one in the window of the item, each other one in a window of their own. */
export interface ActorsOfItem {
  /** Those whose windows are open. */
  readonly parts: readonly ActorPart[];
  readonly signIns: readonly SignInResult[];
  /** Undefined where nobody is named. */
  nameOf(action: Pick<Action, 'actor'>, frame: Pick<Frame, 'actor'>): string | undefined;
  /** As the actor has it; at once where the window is open. Errors: those of opening it, `invalid-project`. */
  requestOf(name: string | undefined, request: ValuedRequest): ValuedRequest | Promise<ValuedRequest>;
  /** As the first one has it. */
  ownOf(request: ValuedRequest): ValuedRequest;
}

export type ValuedRequest = ItemRequest & {
  values: ItemValues;
  /** Results of hooks and test whose expectations end with the item; missing where they end with the actions. */
  lasting?: Map<ActionResult, Later>;
};

export interface ActionUnderWay {
  action: Action;
  actionIndex: number;
  testCode: string;
  actor?: string | undefined;
  filled?: Pick<FilledFields, 'inTitle' | 'noted'> | undefined;
}

export interface SignedIn {
  results: readonly SignInResult[];
  failure?: ActionFailure | undefined;
}

/** The next action, and what its values can name. */
export interface RunPosition {
  walk: NodeWalk;
  node: BlockNode;
  frame: Frame;
  within: readonly ActionHead[];
  request: ValuedRequest;
  filled: FilledFields;
  /** Who acts; undefined where nobody is named. */
  actor?: string | undefined;
  /** Why the window of the actor could not be opened. */
  notReady?: { reason: unknown } | undefined;
}

export interface Gate {
  /** Undefined when the action may run at once. While the run is paused, the walk has put the node back. */
  before(place: RunPosition): Promise<void> | undefined;
  readonly pausedMs: number;
}

export const OPEN_GATE: Gate = { before: () => undefined, pausedMs: 0 };
