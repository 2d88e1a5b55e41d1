import type { Action } from '../../../model/actions/index.ts';
import type { PlannedItem, RunPlan, RunSink } from '../../../model/protocol/bridge.ts';
import type { ActionFailure, ActionHead, ActionResult, SignInResult, StepResult } from '../../../model/run/run.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import type { PageWatch } from '../page/page-watch.ts';
import type { Evaluator } from '../values/evaluator.ts';
import type { FilledFields } from './filled-fields.ts';
import type { Gate } from './gate.ts';
import type { LiveContent } from './live-content.ts';

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
  signedIn?: SignedIn | undefined;
  /** Told before each action, with the innermost one under way. */
  onAction(action: ActionUnderWay): void;
  /** Told after each action of the outermost test, with the number of its actions, also in blocks, that are done. */
  onResult(result: ActionResult, done: number): void;
  /** Told after each action in a block or a plugged test, with what stands around it, outermost first. */
  onInner?: ((within: readonly ActionHead[], result: ActionResult) => void) | undefined;
  /** Told after each step of a scenario, with the number of those that are done. */
  onStep?(result: StepResult, done: number): void;
}

/** An action of the innermost test. */
export interface ActionUnderWay {
  action: Action;
  actionIndex: number;
  testCode: string;
  /** The values of its templates, as far as they are known. */
  filled?: FilledFields | undefined;
}

/** What came of signing in for an item. */
export interface SignedIn {
  /** Sign-in tests that were performed for it. */
  results: readonly SignInResult[];
  /** Why the item cannot run. */
  failure?: ActionFailure | undefined;
}
