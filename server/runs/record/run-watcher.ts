import type { Envelope } from '@cucumber/messages';
import type { ActionResult, ItemResult, Run, RunItem, ScenarioResult, StepResult } from '../../../model/run/run.ts';

/** What is known of a test before it has run. */
export type TestHeading = Omit<RunItem, 'state' | 'ms' | 'error' | 'actions'>;

/** What is known of a scenario before it has run. */
export type ScenarioHeading = Omit<ScenarioResult, 'state' | 'ms' | 'error' | 'steps'>;

export type ItemHeading = TestHeading | ScenarioHeading;

/** What a run tells while it goes on. All texts are redacted. */
export type RunNews =
  | { kind: 'run-started'; run: Run; folder: string }
  | { kind: 'item-started'; itemIndex: number; item: ItemHeading }
  | { kind: 'action-finished'; itemIndex: number; result: ActionResult }
  | { kind: 'step-finished'; itemIndex: number; result: StepResult }
  | { kind: 'inner-action-finished'; itemIndex: number; result: ActionResult }
  | { kind: 'item-finished'; itemIndex: number; item: ItemResult }
  | { kind: 'paused' | 'resumed' };

/** The Cucumber messages of a run that has ended. */
export interface FinishedMessages {
  messages: readonly Envelope[];
  /** What the test-management service writes before its issue keys. */
  keyPrefix?: string | undefined;
}

/** A run that has ended, its Cucumber messages, and the folder that its pictures are named from. */
export interface FinishedRun extends FinishedMessages {
  run: Run;
  folder: string;
}

/** Follows a run: a report, a list on a page. What it throws is logged and changes nothing about the run. */
export interface RunWatcher {
  progress?(news: RunNews): void;
  finished(finished: FinishedRun): void | Promise<void>;
}
