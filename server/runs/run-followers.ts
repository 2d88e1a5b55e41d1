import type { RunNews, RunWatcher } from './run-watcher.ts';

/** What a follower hears: all that a run tells, and that it has ended. */
export type RunTidings = RunNews | { kind: 'run-finished' };

/** Those who follow all runs of a project, whoever starts them: pages of the IDE. */
export class RunFollowers implements RunWatcher {
  readonly #followers = new Set<(tidings: RunTidings) => void>();

  /** Returns how to stop. */
  add(follower: (tidings: RunTidings) => void): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  progress(news: RunNews): void {
    for (const follower of this.#followers) follower(news);
  }

  finished(): void {
    for (const follower of this.#followers) follower({ kind: 'run-finished' });
  }
}
