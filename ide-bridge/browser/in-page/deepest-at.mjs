/** Runs inside the page: what lies at a place of the window, in open shadow roots too. Sent as source text. */
export function deepestAt({ clientX, clientY }) {
  let root = document;
  let found;
  while (root) {
    const inner = root.elementFromPoint(clientX, clientY);
    if (inner === null || inner === found) break;
    found = inner;
    root = found.shadowRoot;
  }
  return found;
}
