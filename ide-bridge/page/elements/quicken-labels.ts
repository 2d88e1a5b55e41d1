/**
 * For worlds of a document that pages cannot reach, in which names of elements are worked out. The first time that a
 * button or field is asked for its labels, Chromium looks through the whole document for them, and who looks for one name
 * asks all of them: 50,000 buttons took 20 s. Here labels are found once for all that are asked in the same turn, in which
 * no page changes.
 */
export function quickenLabels(): void {
  type Labels = Map<Element, HTMLLabelElement[]>;
  const known = new Map<Node, Labels>();

  const labelsIn = (root: Document | ShadowRoot): Labels => {
    const remembered = known.get(root);
    if (remembered !== undefined) return remembered;
    const labels: Labels = new Map();
    for (const label of root.querySelectorAll('label')) {
      const { control } = label;
      const others = control && labels.get(control);
      if (others) others.push(label);
      else if (control) labels.set(control, [label]);
    }
    if (known.size === 0) queueMicrotask(() => known.clear());
    known.set(root, labels);
    return labels;
  };

  const quicken = (prototype: object) => {
    const native = Object.getOwnPropertyDescriptor(prototype, 'labels')?.get;
    if (native === undefined) return;
    const get = function (this: HTMLElement & { type?: string }): unknown {
      const root = this.getRootNode();
      const isWhole = root instanceof Document || root instanceof ShadowRoot;
      // A hidden field has none, whatever points to it.
      if (!isWhole || this.type === 'hidden') return Reflect.apply(native, this, []);
      return labelsIn(root).get(this) ?? [];
    };
    Object.defineProperty(prototype, 'labels', { get, configurable: true, enumerable: true });
  };
  for (const { prototype } of [
    HTMLButtonElement,
    HTMLInputElement,
    HTMLMeterElement,
    HTMLOutputElement,
    HTMLProgressElement,
    HTMLSelectElement,
    HTMLTextAreaElement,
  ])
    quicken(prototype);
}
