/**
 * Runs inside the page, in a world of our own: knows what is there only because somebody has turned the wheel, as in
 * lists that hold only the items in sight. Sent as source text, so it uses nothing from outside.
 */
export class ScrolledLists {
  /** By what scrolls: where it was before the wheel. */
  #starts = new Map();
  #fresh = new WeakSet();
  #observer = new MutationObserver(records => {
    for (const { addedNodes } of records) for (const each of addedNodes) this.#fresh.add(each);
  });

  turned(event) {
    for (const each of event.composedPath()) {
      const isScrolling =
        each.nodeType === 1 && (each.scrollHeight > each.clientHeight || each.scrollWidth > each.clientWidth);
      if (isScrolling && !this.#starts.has(each)) this.#starts.set(each, { x: each.scrollLeft, y: each.scrollTop });
    }
    this.#observer.observe(document, { childList: true, subtree: true });
  }

  /** What must be scrolled, and how far, for an element to be there; undefined where it is there anyway. */
  neededFor(element) {
    for (const [scrolled, start] of this.#starts) {
      const by = { x: Math.round(scrolled.scrollLeft - start.x), y: Math.round(scrolled.scrollTop - start.y) };
      if ((by.x === 0 && by.y === 0) || !this.#isFreshIn(scrolled, element)) continue;
      this.#starts.clear();
      this.#observer.disconnect();
      return { scrolled, by };
    }
    return undefined;
  }

  #isFreshIn(scrolled, element) {
    let isFresh = false;
    for (
      let each = element;
      each && each !== scrolled;
      each = each.assignedSlot ?? each.parentElement ?? each.getRootNode().host
    ) {
      isFresh ||= this.#fresh.has(each);
      if (each.parentElement === scrolled) return isFresh || this.#fresh.has(each);
    }
    return false;
  }
}
