/** Positions of the elements with click listeners among all, and how many there were then. */
export interface Listening {
  count: number;
  indexes: number[];
}

/** Of the command line of DevTools, which has to be asked for. */
declare function getEventListeners(element: Element): { click?: unknown; mousedown?: unknown };

/**
 * In the page's own world, where its listeners are known. Counts elements as `PageFacts` does; none where there are more
 * than `most`. Listeners that React and others add to their root belong to the elements in it.
 */
export function listeningElements(most: number): Listening {
  const all: Element[] = [];
  const collect = (root: ParentNode & { readonly shadowRoot?: ShadowRoot | null }) => {
    const shadows = root.shadowRoot ? [root.shadowRoot] : [];
    for (const element of root.querySelectorAll('*')) {
      all.push(element);
      if (element.shadowRoot) shadows.push(element.shadowRoot);
    }
    shadows.forEach(collect);
  };
  collect(document);
  if (all.length > most) return { count: 0, indexes: [] };
  const ownKey = (element: Element, start: string) => Object.keys(element).find(key => key.startsWith(start));
  const isRoot = (element: Element) =>
    element === document.documentElement ||
    element === document.body ||
    ownKey(element, '__reactContainer$') !== undefined ||
    ownKey(element, '_reactListening') !== undefined;
  const handles = (element: Element) => {
    const props = ownKey(element, '__reactProps$');
    if (props !== undefined && typeof Reflect.get(element, props)?.onClick === 'function') return true;
    if (isRoot(element)) return false;
    const { click, mousedown } = getEventListeners(element);
    return click !== undefined || mousedown !== undefined;
  };
  return { count: all.length, indexes: all.flatMap((element, index) => (handles(element) ? [index] : [])) };
}
