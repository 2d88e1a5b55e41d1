import type { DirectFact, DomElement } from './page-facts-types.ts';
import type { PageText } from './page-text.ts';

/**
 * Runs inside the page: what tells one container from its like. The class is sent as source text, so it uses nothing
 * from outside.
 */
export class PageContainers {
  readonly #text: PageText;
  readonly #isGenerated: (value: string) => boolean;
  readonly #texts = new Map<readonly DomElement[], { joined: string; starts: number[] }>();

  constructor(text: PageText, isGenerated: (value: string) => boolean) {
    this.#text = text;
    this.#isGenerated = isGenerated;
  }

  clear(): void {
    this.#texts.clear();
    this.#text.clear();
  }

  parent(element: DomElement): DomElement | undefined {
    return element.parentElement ?? element.parentNode?.host ?? undefined;
  }

  /** The first attribute that leads to this frame alone, else which one it is. */
  frame(frame: DomElement, elements: readonly DomElement[]): DirectFact {
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

  /** A class of the container of which it alone holds one of the elements. */
  classOf(container: DomElement, held: readonly DomElement[]): string | undefined {
    const classes = [...container.classList].filter(
      name => /^[A-Za-z][A-Za-z_-]{2,40}$/.test(name) && !this.#isGenerated(name),
    );
    return classes.find(name => this.holdsAlone(container, held, each => each.classList.contains(name)));
  }

  /** Whether no other element of the kind holds one of those held. */
  holdsAlone(container: DomElement, held: readonly DomElement[], isLike: (element: DomElement) => boolean): boolean {
    let isFound = false;
    for (const element of held) {
      for (let each = this.parent(element); each; each = this.parent(each)) {
        if (each === container) isFound = true;
        else if (isLike(each)) return false;
      }
    }
    return isFound;
  }

  /** Whether the container, of all its like, alone has the text. */
  saysAlone(container: DomElement, like: readonly DomElement[], text: string): boolean {
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

  #joined(like: readonly DomElement[]): { joined: string; starts: number[] } {
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

  /** The last start that is not after the place. */
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
