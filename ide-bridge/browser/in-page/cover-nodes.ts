/**
 * Runs inside the page, in a world of its own, so that the page learns nothing and cannot prevent it: covers parts of
 * texts, generated contents and whole elements. The layout does not change. The class is sent as source text, so it uses
 * nothing from outside.
 */
class NodeCover {
  readonly grey = '#808080';
  readonly mark = 'steploom-covered';
  readonly undone: (() => void)[] = [];
  readonly ranges: CoverRange[] = [];
  readonly rules = new Map<CoverRoot, Set<string>>();

  /** Returns how to undo it. `nodes` are those of the places, in the same order. */
  cover(places: readonly CoverPlace[], nodes: readonly CoverNode[]): () => void {
    for (const [index, place] of places.entries()) {
      const node = nodes[index];
      if (node !== undefined) this.coverPlace(node, place);
    }
    this.addHighlight(nodes[0]?.ownerDocument.defaultView);
    for (const [root, rules] of this.rules) this.addSheet(root, [...rules].join('\n'));
    return () => {
      for (const undo of this.undone.reverse()) undo();
    };
  }

  coverPlace(node: CoverNode, { as, start = 0, end = 0 }: CoverPlace): void {
    const { grey, mark } = this;
    const { parentElement: parent } = node;
    if (as === 'box') this.paint(node, { filter: 'contrast(0)', background: grey });
    else if (as !== 'text') {
      node.setAttribute(mark, '');
      this.undone.push(() => node.removeAttribute(mark));
      this.rule(node, `[${mark}]${as}`);
    } else if (parent !== null && 'ownerSVGElement' in parent) {
      // Text of a drawing has no background that could cover it.
      this.paint(parent, { fill: 'transparent', stroke: 'transparent', 'text-shadow': 'none' });
    } else {
      const range = node.ownerDocument.createRange();
      range.setStart(node, start);
      range.setEnd(node, end);
      this.ranges.push(range);
      // A text of a shadow root itself has the style of its host.
      this.rule(node, '::highlight(steploom-secrets), :host::highlight(steploom-secrets)');
    }
  }

  rule(node: CoverNode, selector: string): void {
    const { grey } = this;
    const root = node.getRootNode();
    const rules = this.rules.get(root) ?? new Set();
    rules.add(`${selector} { color: ${grey} !important; -webkit-text-fill-color: ${grey} !important;
      background: ${grey} !important; background-color: ${grey} !important; text-shadow: none !important;
      text-decoration: none !important; transition: none !important }`);
    this.rules.set(root, rules);
  }

  paint(element: CoverNode, styles: Readonly<Record<string, string>>): void {
    const before = element.getAttribute('style');
    for (const [name, value] of Object.entries({ ...styles, 'transition-property': 'none' }))
      element.style?.setProperty(name, value, 'important');
    this.undone.push(() => {
      if (before === null) element.removeAttribute('style');
      else element.setAttribute('style', before);
    });
  }

  addHighlight(view: CoverView | null | undefined): void {
    if (!view || this.ranges.length === 0) return;
    const { highlights } = view.CSS;
    highlights.set('steploom-secrets', new view.Highlight(...this.ranges));
    this.undone.push(() => highlights.delete('steploom-secrets'));
  }

  addSheet(root: CoverRoot, rules: string): void {
    const view = (root.ownerDocument ?? root).defaultView;
    if (!view) return;
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(rules);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    this.undone.push(() => {
      root.adoptedStyleSheets = [...root.adoptedStyleSheets].filter(other => other !== sheet);
    });
  }
}

export interface CoverPlace {
  as: 'text' | 'box' | '::before' | '::after' | '::marker';
  /** Of a part of a text node. */
  start?: number;
  end?: number;
}

interface CoverRange {
  setStart(node: CoverNode, offset: number): void;
  setEnd(node: CoverNode, offset: number): void;
}

interface CoverSheet {
  replaceSync(text: string): void;
}

interface CoverView {
  readonly CSSStyleSheet: new () => CoverSheet;
  readonly Highlight: new (...ranges: CoverRange[]) => unknown;
  readonly CSS: { readonly highlights: { set(name: string, highlight: unknown): void; delete(name: string): void } };
}

interface CoverDocument {
  readonly defaultView?: CoverView | null;
  createRange(): CoverRange;
}

interface CoverRoot {
  readonly defaultView?: CoverView | null;
  readonly ownerDocument?: CoverDocument | null;
  adoptedStyleSheets: Iterable<CoverSheet>;
}

interface CoverNode {
  readonly ownerDocument: CoverDocument;
  readonly parentElement: CoverNode | null;
  readonly style?: { setProperty(name: string, value: string, priority: string): void };
  getRootNode(): CoverRoot;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
}

/** A function that takes the places and their nodes and returns one that uncovers them. */
export const COVER_NODES = `(places, ...nodes) => new (${NodeCover.toString()})().cover(places, nodes)`;
