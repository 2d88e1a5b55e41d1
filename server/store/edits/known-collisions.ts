import { type Collision, collisionsIn } from '../../../model/project/collisions.ts';
import type { ProjectContent } from '../../../model/project/version-content.ts';

type ByVersion = ReadonlyMap<string, readonly Collision[]>;

const NONE: ByVersion = new Map();

/** Codes that stand twice. New ones are never given twice, so a project without any is looked at once. */
export class KnownCollisions {
  readonly #known = new WeakMap<ProjectContent, ByVersion>();
  #isClean = false;

  /** Something came in that was not made here, or came back. */
  doubt(): void {
    this.#isClean = false;
  }

  in(content: ProjectContent): ByVersion {
    if (this.#isClean) return NONE;
    const known = this.#known.get(content);
    if (known !== undefined) return known;
    const found = new Map<string, Collision[]>();
    for (const [versionId, version] of content.versions) {
      const collisions = collisionsIn(version);
      if (collisions.length > 0) found.set(versionId, collisions);
    }
    this.#isClean = found.size === 0;
    this.#known.set(content, found);
    return found;
  }
}
