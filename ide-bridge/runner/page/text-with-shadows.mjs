/**
 * Runs in the page: the text of an element as it is shown, with what its shadow roots hold, which `innerText` leaves
 * out. Undefined where there are none.
 */
export function textWithShadows(element) {
  const isHost = each => each.shadowRoot !== null;
  const some = (root, test) => test(root) || [...root.querySelectorAll('*')].some(test);
  const isSlot = ({ localName }) => localName === 'slot';
  const partsOf = node => {
    const assigned = isSlot(node) ? node.assignedNodes() : [];
    return assigned.length > 0 ? assigned : (node.shadowRoot ?? node).childNodes;
  };
  const read = node => {
    if (node.nodeType === 3) return node.data.replace(/\s+/g, ' ');
    if (node.nodeType !== 1) return '';
    const { display, visibility } = getComputedStyle(node);
    if (display === 'none' || visibility !== 'visible') return '';
    const isPlain = display !== 'contents' && !some(node, each => isHost(each) || isSlot(each));
    const text = isPlain ? node.innerText : [...partsOf(node)].map(read).join('');
    return /^(?:inline|contents)/.test(display) ? text : `\n${text}\n`;
  };
  return some(element, isHost) ? read(element).replace(/[ \t]*\n\s*/g, '\n') : undefined;
}
