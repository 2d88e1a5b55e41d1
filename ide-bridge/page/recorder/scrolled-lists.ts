import type { AnyRoot } from '../any-element.ts';

interface ScrolledBy {
  x: number;
  y: number;
}

/** Knows what is there only because somebody has turned the wheel, as in lists that hold only the items in sight. */
export class ScrolledLists {
  /** By what scrolls: where it was before the wheel. */
  readonly #starts = new Map<Element, ScrolledBy>();
  readonly #fresh = new WeakSet<Node>();
  readonly #observer = new MutationObserver(records => {
    for (const { addedNodes } of records) for (const each of addedNodes) this.#fresh.add(each);
  });

  turned(event: Event): void {
    for (const each of event.composedPath()) {
      if (!(each instanceof Element) || this.#starts.has(each)) continue;
      if (each.scrollHeight > each.clientHeight || each.scrollWidth > each.clientWidth)
        this.#starts.set(each, { x: each.scrollLeft, y: each.scrollTop });
    }
    this.#observer.observe(document, { childList: true, subtree: true });
  }

  /** What must be scrolled, and how far, for an element to be there; undefined where it is there anyway. */
  neededFor(element: Element): { scrolled: Element; by: ScrolledBy } | undefined {
    for (const [scrolled, start] of this.#starts) {
      const by = { x: Math.round(scrolled.scrollLeft - start.x), y: Math.round(scrolled.scrollTop - start.y) };
      if ((by.x === 0 && by.y === 0) || !this.#isFreshIn(scrolled, element)) continue;
      this.#starts.clear();
      this.#observer.disconnect();
      return { scrolled, by };
    }
    return undefined;
  }

  #isFreshIn(scrolled: Element, element: Element): boolean {
    let isFresh = false;
    for (let each: Element | undefined = element; each && each !== scrolled; each = this.#around(each)) {
      isFresh ||= this.#fresh.has(each);
      if (each.parentElement === scrolled) return isFresh || this.#fresh.has(each);
    }
    return false;
  }

  #around(element: Element): Element | undefined {
    const root: AnyRoot = element.getRootNode();
    return element.assignedSlot ?? element.parentElement ?? root.host;
  }
}
