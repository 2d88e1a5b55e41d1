/** What lies at a place of the window, in open shadow roots too; undefined where nothing does. */
export function deepestAt({ clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>): Element | undefined {
  let root: DocumentOrShadowRoot | null = document;
  let found: Element | undefined;
  while (root) {
    const inner: Element | null = root.elementFromPoint(clientX, clientY);
    if (inner === null || inner === found) break;
    found = inner;
    root = found.shadowRoot;
  }
  return found;
}
