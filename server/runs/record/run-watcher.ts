import type { Envelope } from '@cucumber/messages';
import type { RunId } from '../../../model/names/codes.ts';
import type { ActionResult, ItemResult, Run, RunItem, ScenarioResult, StepResult } from '../../../model/run/run.ts';

/** The events of all runs, including their end. */
export type FollowedRunEvent =
  | (WatchedRunEvent & { runId: RunId })
  | { kind: 'run-finished' }
  | { kind: 'stored-run-changed'; runId: RunId };

/** Followers of all runs of a project, whoever starts them: pages of the IDE. */
export class RunFollowers {
  readonly #followers = new Set<(event: FollowedRunEvent) => void>();

  /** Returns how to stop. */
  add(follower: (event: FollowedRunEvent) => void): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  /** Tells them of one run. */
  ofRun(): RunWatcher {
    let runId: RunId | undefined;
    return {
      progress: event => {
        if (event.kind === 'run-started') runId = event.run.runId;
        if (runId !== undefined) this.#emit({ ...event, runId });
      },
      finished: () => this.#emit({ kind: 'run-finished' }),
    };
  }

  /** A stored run was deleted, or something else is kept with it than before. */
  changed(runId: RunId): void {
    this.#emit({ kind: 'stored-run-changed', runId });
  }

  #emit(event: FollowedRunEvent): void {
    for (const follower of this.#followers) follower(event);
  }
}

type TestHeading = Omit<RunItem, 'state' | 'ms' | 'error' | 'actions' | 'flaky' | 'attempts'>;

export type ScenarioHeading = Omit<ScenarioResult, 'state' | 'ms' | 'error' | 'steps' | 'flaky' | 'attempts'>;

export type ItemHeading = TestHeading | ScenarioHeading;

/** The events of a run under way. All texts are redacted. */
export type WatchedRunEvent =
  | { kind: 'run-started'; run: Run; folder: string }
  /** Comes again when it is run again. */
  | { kind: 'item-started'; itemIndex: number; item: ItemHeading }
  | { kind: 'action-finished'; itemIndex: number; result: ActionResult }
  | { kind: 'step-finished'; itemIndex: number; result: StepResult }
  | { kind: 'inner-action-finished'; itemIndex: number; result: ActionResult }
  /** It did not pass, and is run again. */
  | { kind: 'attempt-finished'; itemIndex: number; item: ItemResult }
  | { kind: 'item-finished'; itemIndex: number; item: ItemResult }
  | { kind: 'paused' | 'resumed' };

/** The Cucumber messages of a run that has ended. */
export interface FinishedMessages {
  messages: readonly Envelope[];
  /** Prefix of issue keys in the test-management service. */
  keyPrefix?: string | undefined;
}

/** A run that has ended, its Cucumber messages, and the folder that its pictures are named from. */
export interface FinishedRun extends FinishedMessages {
  run: Run;
  folder: string;
  /** Address that issue keys are appended to. */
  issueUrl?: string | undefined;
}

/** Follows a run: a report, a list on a page. What it throws is logged and changes nothing about the run. */
export interface RunWatcher {
  progress?(event: WatchedRunEvent): void;
  finished(finished: FinishedRun): void | Promise<void>;
}
