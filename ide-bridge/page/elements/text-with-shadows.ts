/**
 * The text of an element as it is shown, with what its shadow roots hold, which `innerText` leaves out. Undefined where
 * there are none.
 */
export function textWithShadows(element: HTMLElement): string | undefined {
  const isElement = (node: Node): node is HTMLElement => node.nodeType === 1;
  const isHost = (each: Element) => each.shadowRoot !== null;
  const some = (root: Element, test: (each: Element) => boolean) =>
    test(root) || [...root.querySelectorAll('*')].some(test);
  const isSlot = (each: Element): each is HTMLSlotElement => each.localName === 'slot';
  const partsOf = (node: Element): Iterable<Node> => {
    const assigned = isSlot(node) ? node.assignedNodes() : [];
    return assigned.length > 0 ? assigned : (node.shadowRoot ?? node).childNodes;
  };
  const read = (node: Node): string => {
    if (node.nodeType === 3) return (node.nodeValue ?? '').replace(/\s+/g, ' ');
    if (!isElement(node)) return '';
    const { display, visibility } = getComputedStyle(node);
    if (display === 'none' || visibility !== 'visible') return '';
    const isPlain = display !== 'contents' && !some(node, each => isHost(each) || isSlot(each));
    const text = isPlain ? node.innerText : [...partsOf(node)].map(read).join('');
    return /^(?:inline|contents)/.test(display) ? text : `\n${text}\n`;
  };
  return some(element, isHost) ? read(element).replace(/[ \t]*\n\s*/g, '\n') : undefined;
}
