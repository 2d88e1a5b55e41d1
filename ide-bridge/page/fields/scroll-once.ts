export interface ScrollDistance {
  /** In CSS pixels. */
  x: number;
  y: number;
}

/** What is left where scrolling ended, and the scrollable extent. */
export interface Scrolled extends ScrollDistance {
  extent: number;
}

/** Scrolls an element by a distance, as far as that goes. */
export function scrollOnce(scroller: Element, { x, y }: ScrollDistance): Scrolled {
  const { scrollLeft, scrollTop } = scroller;
  scroller.scrollBy({ left: x, top: y, behavior: 'instant' });
  return {
    x: x - (scroller.scrollLeft - scrollLeft),
    y: y - (scroller.scrollTop - scrollTop),
    extent: scroller.scrollWidth + scroller.scrollHeight,
  };
}

/** The same for the page itself. */
export function scrollPage(by: ScrollDistance, once: typeof scrollOnce): Scrolled {
  return once(document.scrollingElement ?? document.documentElement, by);
}
