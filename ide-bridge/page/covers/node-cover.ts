import type { AnyElement, AnyRoot } from '../any-element.ts';

/** A part of what a page draws: a text node or a part of it, an element, or what CSS puts beside it. */
export interface CoverPlace {
  as: 'text' | 'box' | '::before' | '::after' | '::marker';
  /** Of a part of a text node: the characters from `start` up to `end`. */
  start?: number;
  end?: number;
}

/**
 * Runs inside the page, in a world of its own, so that the page learns nothing and cannot prevent it: covers parts of
 * texts, generated contents and whole elements. The layout does not change.
 */
export class NodeCover {
  readonly grey = '#808080';
  readonly mark = 'steploom-covered';
  readonly undone: (() => void)[] = [];
  readonly ranges: Range[] = [];
  readonly rules = new Map<AnyRoot, Set<string>>();

  /** Returns how to undo it. `nodes` are those of the places, in the same order. */
  cover(places: readonly CoverPlace[], nodes: readonly (Element | Text)[]): () => void {
    for (const [index, place] of places.entries()) {
      const node = nodes[index];
      if (node !== undefined) this.coverPlace(node, place);
    }
    this.addHighlight(nodes[0]?.ownerDocument?.defaultView);
    for (const [root, rules] of this.rules) this.addSheet(root, [...rules].join('\n'));
    return () => {
      for (const undo of this.undone.reverse()) undo();
    };
  }

  coverPlace(node: Element | Text, { as, start = 0, end = 0 }: CoverPlace): void {
    if (this.isText(node)) this.coverText(node, start, end);
    else if (as === 'box') this.paint(node, { filter: 'contrast(0)', background: this.grey });
    else {
      const { mark } = this;
      node.setAttribute(mark, '');
      this.undone.push(() => node.removeAttribute(mark));
      this.rule(node, `[${mark}]${as}`);
    }
  }

  isText(node: Element | Text): node is Text {
    return node.nodeType === 3;
  }

  coverText(text: Text, start: number, end: number): void {
    const { parentElement: parent } = text;
    if (parent !== null && 'ownerSVGElement' in parent) {
      // Text of a drawing has no background that could cover it.
      this.paint(parent, { fill: 'transparent', stroke: 'transparent', 'text-shadow': 'none' });
      return;
    }
    const range = text.ownerDocument.createRange();
    range.setStart(text, start);
    range.setEnd(text, end);
    this.ranges.push(range);
    // A text of a shadow root itself has the style of its host.
    this.rule(text, '::highlight(steploom-secrets), :host::highlight(steploom-secrets)');
  }

  rule(node: Node, selector: string): void {
    const { grey } = this;
    const root: AnyRoot = node.getRootNode();
    const rules = this.rules.get(root) ?? new Set();
    rules.add(`${selector} { color: ${grey} !important; -webkit-text-fill-color: ${grey} !important;
      background: ${grey} !important; background-color: ${grey} !important; text-shadow: none !important;
      text-decoration: none !important; transition: none !important }`);
    this.rules.set(root, rules);
  }

  paint(element: AnyElement, styles: Readonly<Record<string, string>>): void {
    const before = element.getAttribute('style');
    for (const [name, value] of Object.entries({ ...styles, 'transition-property': 'none' }))
      element.style?.setProperty(name, value, 'important');
    this.undone.push(() => {
      if (before === null) element.removeAttribute('style');
      else element.setAttribute('style', before);
    });
  }

  addHighlight(view: (Window & typeof globalThis) | null | undefined): void {
    if (!view || this.ranges.length === 0) return;
    const { highlights } = view.CSS;
    highlights.set('steploom-secrets', new view.Highlight(...this.ranges));
    this.undone.push(() => highlights.delete('steploom-secrets'));
  }

  addSheet(root: AnyRoot, rules: string): void {
    const { defaultView: view }: AnyRoot = root.ownerDocument ?? root;
    if (!view || root.adoptedStyleSheets === undefined) return;
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(rules);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    this.undone.push(() => {
      root.adoptedStyleSheets = (root.adoptedStyleSheets ?? []).filter(other => other !== sheet);
    });
  }
}
