import type { AnyRoot } from '../any-element.ts';
import type { AnchorAnswer, DirectFact, ReferredElement } from './page-facts-types.ts';
import type { PageText } from './page-text.ts';

/**
 * Runs inside the page: what tells a container from similar ones.
 */
export class PageContainers {
  readonly #text: PageText;
  readonly #isGenerated: (value: string) => boolean;
  readonly #texts = new Map<readonly Element[], { joined: string; starts: number[] }>();

  constructor(text: PageText, isGenerated: (value: string) => boolean) {
    this.#text = text;
    this.#isGenerated = isGenerated;
  }

  clear(): void {
    this.#texts.clear();
    this.#text.clear();
  }

  parent(element: Element): Element | undefined {
    const around: AnyRoot | null = element.parentNode;
    return element.parentElement ?? around?.host;
  }

  frame(frame: Element, elements: readonly Element[]): DirectFact {
    const tag = frame.nodeName.toLowerCase();
    const frames = elements.filter(element => element.nodeName === frame.nodeName);
    for (const attribute of ['name', 'title', 'id', 'src']) {
      const value = frame.getAttribute(attribute);
      if (
        !value ||
        (attribute === 'id' && this.#isGenerated(value)) ||
        value.length > 100 ||
        /[^ -~\u00a0-\uffff]/.test(value)
      )
        continue;
      if (frames.filter(each => each.getAttribute(attribute) === value).length === 1)
        return { css: `${tag}[${attribute}="${value.replace(/["\\]/g, '\\$&')}"]` };
    }
    return { css: tag, nth: frames.indexOf(frame) };
  }

  classOf(container: Element, held: readonly Element[]): string | undefined {
    const classes = [...container.classList].filter(
      name => /^[A-Za-z][A-Za-z_-]{2,40}$/.test(name) && !this.#isGenerated(name),
    );
    return classes.find(name => this.holdsAlone(container, held, each => each.classList.contains(name)));
  }

  /** Whether no other element of the kind holds one of those held. */
  holdsAlone(container: Element, held: readonly Element[], isLike: (element: Element) => boolean): boolean {
    let isFound = false;
    for (const element of held) {
      for (let each = this.parent(element); each; each = this.parent(each)) {
        if (each === container) isFound = true;
        else if (isLike(each)) return false;
      }
    }
    return isFound;
  }

  saysAlone(container: Element, like: readonly Element[], text: string): boolean {
    const { joined, starts } = this.#joined(like);
    const sought = text.toLowerCase();
    let isFound = false;
    for (let at = joined.indexOf(sought); at >= 0; ) {
      const index = this.#indexAt(starts, at);
      if (like[index] !== container) return false;
      isFound = true;
      at = joined.indexOf(sought, starts[index + 1] ?? joined.length);
    }
    return isFound;
  }

  #joined(like: readonly Element[]): { joined: string; starts: number[] } {
    const known = this.#texts.get(like);
    if (known) return known;
    let joined = '';
    const starts: number[] = [];
    for (const each of like) {
      starts.push(joined.length);
      joined += `${this.#text.of(each).toLowerCase()}\u0000`;
    }
    this.#texts.set(like, { joined, starts });
    return { joined, starts };
  }

  #indexAt(starts: readonly number[], place: number): number {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= place) low = middle;
      else high = middle;
    }
    return low;
  }
}

interface AnchoredScope {
  container: ReferredElement | undefined;
  peers: readonly Element[];
  texts: readonly string[];
}

interface Anchored {
  /** All with the role and name of the element, in Playwright's order. */
  like: readonly Element[];
  scopes: readonly AnchoredScope[];
  markOf(element: Element): Pick<AnchorAnswer, 'css' | 'testId'> | undefined;
}

/**
 * Runs inside the page: the nearest container with an id or test id of its own, and what tells the element from similar
 * ones inside.
 */
export class PageAnchors {
  readonly #containers: PageContainers;

  constructor(containers: PageContainers) {
    this.#containers = containers;
  }

  of(element: Element, { like, scopes, markOf }: Anchored): AnchorAnswer | undefined {
    let nearest: AnchorAnswer | undefined;
    for (let each = this.#containers.parent(element); each; each = this.#containers.parent(each)) {
      const mark = markOf(each);
      if (mark === undefined) continue;
      const inside = this.#inside(each, like);
      const scope = this.#scope(each, scopes);
      // A list with one item soon has more; other things with an id are mostly unique.
      const isOfMany = /^(?:row|listitem|treeitem|option)$/.test(
        scopes[scope?.index ?? -1]?.container?._ariaRef?.role ?? '',
      );
      if (inside.length === 1 && !isOfMany) return mark;
      if (scope !== undefined) return { ...mark, scope };
      nearest ??= { ...mark, nth: inside.indexOf(element) };
    }
    return nearest;
  }

  #scope(anchor: Element, scopes: readonly AnchoredScope[]): { index: number; text: number } | undefined {
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

  #inside(anchor: Element, elements: readonly Element[]): Element[] {
    return elements.filter(element => {
      let each: Element | undefined = element;
      while (each && each !== anchor) each = this.#containers.parent(each);
      return each !== undefined && element !== anchor;
    });
  }
}

/**
 * Runs inside the page: unique marks of an element with neither name, label nor id.
 */
export class PageMarks {
  readonly #text: PageText;
  readonly #containers: PageContainers;
  readonly #isGenerated: (value: string) => boolean;
  readonly #like = new Map<string, Element[]>();

  constructor(text: PageText, containers: PageContainers, isGenerated: (value: string) => boolean) {
    this.#isGenerated = isGenerated;
    this.#text = text;
    this.#containers = containers;
  }

  clear(): void {
    this.#like.clear();
  }

  of(element: Element, elements: readonly Element[]): DirectFact | undefined {
    const like = this.#likes(elements);
    const own = this.#marks(element).find(css => like.get(css)?.length === 1);
    return own === undefined ? this.#byText(element) : { css: own };
  }

  counted(element: Element, elements: readonly Element[]): DirectFact {
    const [name] = this.#classes(element);
    const css = name === undefined ? this.#tag(element) : `${this.#tag(element)}.${name}`;
    const like = this.#likes(elements).get(css) ?? [];
    return like.length === 1 ? { css } : { css, nth: like.indexOf(element) };
  }

  #byText(element: Element): DirectFact | undefined {
    const [name] = this.#classes(element);
    const hasText = this.#text.of(element);
    if (name === undefined || hasText.length > 60 || !/\p{L}/u.test(hasText) || /\p{Co}/u.test(hasText))
      return undefined;
    const css = `${this.#tag(element)}.${name}`;
    return this.#containers.saysAlone(element, this.#like.get(css) ?? [], hasText) ? { css, hasText } : undefined;
  }

  /** The elements of each kind, and of each mark of such a kind. */
  #likes(elements: readonly Element[]): ReadonlyMap<string, Element[]> {
    if (this.#like.size > 0) return this.#like;
    for (const element of elements) {
      for (const css of [this.#tag(element), ...this.#marks(element)]) {
        const found = this.#like.get(css);
        if (found) found.push(element);
        else this.#like.set(css, [element]);
      }
    }
    return this.#like;
  }

  #marks(element: Element): string[] {
    const tag = this.#tag(element);
    if (!/^[a-z][a-z-]*$/.test(tag)) return [];
    const attributes = element.getAttributeNames().flatMap(name => {
      if (!/^(?:name|href|type|for|aria-controls|data-(?!v-|react|radix|testid)[a-z][a-z-]*)$/.test(name)) return [];
      const value = element.getAttribute(name) ?? '';
      // A number in it identifies today's data, or one build.
      const isWritten = /^[A-Za-z/#.][\w /#.:@-]{0,59}$/.test(value) && !/\d{3}|[:=]/.test(value);
      return isWritten && !/^#?(?:on|true|false)?$/.test(value) ? [`${tag}[${name}="${value}"]`] : [];
    });
    return [...attributes, ...this.#classes(element).map(name => `${tag}.${name}`)];
  }

  /** Descriptive classes, longest first; letters alone, since numbers come from a build or from data. */
  #classes(element: Element): string[] {
    const passing =
      /(?:^|[-_])(?:active|selected|focus|focused|focus-visible|hover|open|opened|closed|expanded|collapsed|current|disabled|enabled|checked|hidden|show|shown|visible|first|last|odd|even)$/i;
    return [...element.classList]
      .filter(name => /^[A-Za-z][A-Za-z_-]{2,40}$/.test(name) && !passing.test(name) && !this.#isGenerated(name))
      .sort((one, other) => other.length - one.length);
  }

  #tag(element: Element): string {
    return element.nodeName.toLowerCase();
  }
}
