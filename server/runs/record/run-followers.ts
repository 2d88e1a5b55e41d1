import type { RunId } from '../../../model/names/codes.ts';
import type { RunNews, RunWatcher } from './run-watcher.ts';

/** What a follower hears: all that a run tells, and that it has ended. */
export type RunTidings = RunNews | { kind: 'run-finished' } | { kind: 'stored-run-changed'; runId: RunId };

/** Those who follow all runs of a project, whoever starts them: pages of the IDE. */
export class RunFollowers implements RunWatcher {
  readonly #followers = new Set<(tidings: RunTidings) => void>();

  /** Returns how to stop. */
  add(follower: (tidings: RunTidings) => void): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  progress(news: RunNews): void {
    this.#tell(news);
  }

  finished(): void {
    this.#tell({ kind: 'run-finished' });
  }

  /** A stored run was deleted, or something else is kept with it than before. */
  changed(runId: RunId): void {
    this.#tell({ kind: 'stored-run-changed', runId });
  }

  #tell(tidings: RunTidings): void {
    for (const follower of this.#followers) follower(tidings);
  }
}
