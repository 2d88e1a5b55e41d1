import type { PageContainers } from './page-containers.ts';
import type { AnchorAnswer, DomElement } from './page-facts-types.ts';

/** A container that tells an element from its like, with those of its role. */
export interface AnchoredScope {
  container: DomElement | undefined;
  peers: readonly DomElement[];
  texts: readonly string[];
}

interface Anchored {
  /** All with the role and name of the element, in the order in which Playwright finds them. */
  like: readonly DomElement[];
  scopes: readonly AnchoredScope[];
  /** What an element around is known by to itself; undefined for one that is not. */
  markOf(element: DomElement): Pick<AnchorAnswer, 'css' | 'testId'> | undefined;
}

/**
 * Runs inside the page: the nearest element around one that is known by an id or test id of its own, and what tells
 * the one from its like in there. The class is sent as source text, so it uses nothing from outside.
 */
export class PageAnchors {
  readonly #containers: PageContainers;

  constructor(containers: PageContainers) {
    this.#containers = containers;
  }

  of(element: DomElement, { like, scopes, markOf }: Anchored): AnchorAnswer | undefined {
    let nearest: AnchorAnswer | undefined;
    for (let each = this.#containers.parent(element); each; each = this.#containers.parent(each)) {
      const mark = markOf(each);
      if (mark === undefined) continue;
      const inside = this.#inside(each, like);
      const scope = this.#scope(each, scopes);
      // A list with one item soon has more; other things with an id are mostly there once.
      const isOfMany = /^(?:row|listitem|treeitem|option)$/.test(
        scopes[scope?.index ?? -1]?.container?._ariaRef?.role ?? '',
      );
      if (inside.length === 1 && !isOfMany) return mark;
      if (scope !== undefined) return { ...mark, scope };
      nearest ??= { ...mark, nth: inside.indexOf(element) };
    }
    return nearest;
  }

  /** The first container that alone, of those like it in the anchor, has one of its texts. */
  #scope(anchor: DomElement, scopes: readonly AnchoredScope[]): { index: number; text: number } | undefined {
    for (const [index, { container, peers, texts }] of scopes.entries()) {
      if (container === undefined || peers.length === 0) continue;
      const near = this.#inside(anchor, peers);
      const text = near.includes(container)
        ? texts.findIndex(each => this.#containers.saysAlone(container, near, each))
        : -1;
      if (text >= 0) return { index, text };
    }
    return undefined;
  }

  /** Through shadow trees. */
  #inside(anchor: DomElement, elements: readonly DomElement[]): DomElement[] {
    return elements.filter(element => {
      let each: DomElement | undefined = element;
      while (each && each !== anchor) each = this.#containers.parent(each);
      return each !== undefined && element !== anchor;
    });
  }
}
