/** The first frames of a document, those in view before others. */
export function framesInViewFirst(most: number): Element[] {
  const isInView = (element: Element) => {
    const { top, left, bottom, right, width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  };
  const framesIn = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap(element => [
      ...(/^i?frame$/i.test(element.localName) ? [element] : []),
      ...(element.shadowRoot ? framesIn(element.shadowRoot) : []),
    ]);
  const frames = framesIn(document);
  const seen = new Set(frames.filter(isInView));
  return [...seen, ...frames.filter(frame => !seen.has(frame))].slice(0, most);
}
