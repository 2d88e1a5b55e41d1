/** Positions among children, from the root element down; -1 leads into a shadow root. */
export function wayTo(element: Element): number[] {
  const way: number[] = [];
  let at = element;
  for (;;) {
    const parent: (ParentNode & { readonly host?: Element }) | null = at.parentNode;
    if (parent === null || parent === at.ownerDocument) return way.reverse();
    way.push(Array.from(parent.children).indexOf(at));
    if (parent.host) way.push(-1);
    const outer = parent.host ?? at.parentElement;
    if (outer === null) return way.reverse();
    at = outer;
  }
}
