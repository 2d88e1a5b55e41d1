import type { AnyElement, AnyRoot } from '../any-element.ts';

/**
 * Runs inside the page: texts and labels as Playwright's locators read them.
 */
export class PageText {
  readonly #maxCharacters: number;
  readonly #texts = new Map<Node, string>();

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  clear(): void {
    this.#texts.clear();
  }

  normal(text: string): string {
    return text
      .replace(/[\u200b\u00ad]/g, '')
      .trim()
      .replace(/\s+/g, ' ');
  }

  /** Includes hidden text; single spaces. */
  of(node: Node): string {
    return this.normal(this.#full(node));
  }

  /** Empty if a child has the same text: Playwright then finds the child. */
  own(element: Element): string[] {
    if (element.ownerDocument.head?.contains(element)) return [];
    const text = this.of(element);
    for (let child = element.firstChild; child; child = child.nextSibling) {
      if (child.nodeType === 1 && this.of(child) === text) return [];
    }
    if (element.shadowRoot && this.of(element.shadowRoot) === text) return [];
    return this.#short([text]);
  }

  labels(element: AnyElement): string[] {
    const ids = element.getAttribute('aria-labelledby');
    if (ids !== null) {
      const root: AnyRoot = element.getRootNode();
      const found = ids.split(/\s+/).flatMap(id => root.getElementById?.(id) ?? []);
      if (found.length > 0) return this.#short(found.map(each => this.of(each)));
    }
    const label = element.getAttribute('aria-label');
    if (label?.trim()) return this.#short([this.normal(label)]);
    return this.#short([...(element.labels ?? [])].map(each => this.of(each)));
  }

  #short(texts: string[]): string[] {
    return texts.filter(text => text !== '' && text.length <= this.#maxCharacters);
  }

  #full(node: Node): string {
    const known = this.#texts.get(node);
    if (known !== undefined) return known;
    const text = this.#read(node);
    this.#texts.set(node, text);
    return text;
  }

  #read(node: Node & Partial<Pick<AnyElement, 'type' | 'value' | 'shadowRoot'>>): string {
    if (/^(?:SCRIPT|NOSCRIPT|STYLE)$/.test(node.nodeName)) return '';
    if (node.nodeName === 'INPUT' && /^(?:submit|button|reset)$/.test(node.type ?? '')) return node.value ?? '';
    let text = '';
    for (let child = node.firstChild; child; child = child.nextSibling) {
      if (child.nodeType === 3) text += child.nodeValue ?? '';
      else if (child.nodeType === 1) text += this.#full(child);
    }
    return node.shadowRoot ? text + this.#full(node.shadowRoot) : text;
  }
}
