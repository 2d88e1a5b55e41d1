import type { ActionId } from '../../../model/names/codes.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';

/** The content that a run goes by: as it was planned, until the run is resumed after edits. */
export class LiveContent {
  #now: VersionContent;
  #resumedAt: ActionId | undefined;

  constructor(content: VersionContent) {
    this.#now = content;
  }

  get now(): VersionContent {
    return this.#now;
  }

  /** The action that the run was paused before when it was resumed last. */
  get resumedAt(): ActionId | undefined {
    return this.#resumedAt;
  }

  resume(content: VersionContent, at: ActionId): void {
    this.#now = content;
    this.#resumedAt = at;
  }
}
