import type { Envelope } from '@cucumber/messages';
import type { RunId } from '../../../model/names/codes.ts';
import type { ActionResult, ItemResult, Run, RunItem, ScenarioResult, StepResult } from '../../../model/run/run.ts';

export type FollowedRunEvent =
  | (WatchedRunEvent & { runId: RunId })
  | { kind: 'run-finished' }
  | { kind: 'stored-run-changed'; runId: RunId };

export class RunFollowers {
  readonly #followers = new Set<(event: FollowedRunEvent) => void>();

  add(follower: (event: FollowedRunEvent) => void): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

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

  /** Call it when a stored run is deleted, its files change, or somebody has decided on its pictures. */
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

/** All texts are redacted. */
export type WatchedRunEvent =
  | { kind: 'run-started'; run: Run; folder: string }
  /** Comes again for each attempt. */
  | { kind: 'item-started'; itemIndex: number; item: ItemHeading }
  | { kind: 'action-finished'; itemIndex: number; result: ActionResult }
  | { kind: 'step-finished'; itemIndex: number; result: StepResult }
  | { kind: 'inner-action-finished'; itemIndex: number; result: ActionResult }
  /** The item did not pass and is run again. */
  | { kind: 'attempt-finished'; itemIndex: number; item: ItemResult }
  | { kind: 'item-finished'; itemIndex: number; item: ItemResult }
  | { kind: 'paused' | 'resumed' };

export interface FinishedMessages {
  messages: readonly Envelope[];
  /** Prefix of issue keys in the test-management service. */
  keyPrefix?: string | undefined;
}

/** Paths of pictures are relative to `folder`. */
export interface FinishedRun extends FinishedMessages {
  run: Run;
  folder: string;
  /** Issue keys are appended to it. */
  issueUrl?: string | undefined;
}

/** What it throws is logged and does not change the run. */
export interface RunWatcher {
  progress?(event: WatchedRunEvent): void;
  finished(finished: FinishedRun): void | Promise<void>;
}
