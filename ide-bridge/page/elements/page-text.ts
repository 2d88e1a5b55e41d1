import type { AnyElement, AnyRoot } from '../any-element.ts';

/** Where the text of something begins and ends in that of the document. */
interface SaidSpan {
  from: number;
  to: number;
}

type TextHolder = Node & Partial<Pick<Element, 'shadowRoot'>>;

/**
 * Texts and labels as Playwright's locators read them, hidden ones included: all that a document says is read once, as one
 * text in which each element has its part. No text of more than 100 characters is one that something is found by.
 */
export class PageText {
  readonly #spans = new Map<Node, SaidSpan>();
  readonly #holders = new Map<string, ReadonlySet<Element>>();
  #root: Node | undefined;
  #all = '';
  #lower = '';
  #isAfterSpace = true;
  /** Where each piece begins, and the element that says it. */
  #starts: number[] = [];
  #sayers: Element[] = [];

  /** Read once something is asked. */
  begin(root: Document): void {
    this.#root = root;
  }

  clear(): void {
    this.#root = undefined;
    this.#spans.clear();
    this.#holders.clear();
    this.#all = '';
    this.#lower = '';
    this.#isAfterSpace = true;
    this.#starts = [];
    this.#sayers = [];
  }

  normal(text: string): string {
    return text
      .replace(/[\u200b\u00ad]/g, '')
      .trim()
      .replace(/\s+/g, ' ');
  }

  /** In single spaces. */
  of(node: Node): string {
    const { from, to } = this.#spanOf(node);
    return this.#all.slice(from, to).trim();
  }

  /** Empty if a child has the same text: Playwright then finds the child. */
  own(element: Element): string[] {
    const { from, to } = this.#spanOf(element);
    if (to - from > 110) return [];
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

  /** Those whose text has the words in it, in whatever case. */
  holders(words: string, parentOf: (element: Element) => Element | undefined): ReadonlySet<Element> {
    const known = this.#holders.get(words);
    if (known !== undefined) return known;
    this.#readAll();
    const found = new Set<Element>();
    const sought = words.toLowerCase();
    for (let at = this.#lower.indexOf(sought); at >= 0; at = this.#lower.indexOf(sought, at + 1)) {
      const holds = (each: Element) => this.#spanOf(each).from <= at && this.#spanOf(each).to >= at + sought.length;
      for (let each: Element | undefined = this.#sayerAt(at); each && !found.has(each); each = parentOf(each))
        if (holds(each)) found.add(each);
    }
    this.#holders.set(words, found);
    return found;
  }

  #sayerAt(place: number): Element | undefined {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= place) low = middle;
      else high = middle;
    }
    return this.#sayers[low];
  }

  #short(texts: string[]): string[] {
    return texts.filter(text => text !== '' && text.length <= 100);
  }

  #spanOf(node: Node): SaidSpan {
    this.#readAll();
    return this.#spans.get(node) ?? { from: 0, to: 0 };
  }

  #readAll(): void {
    if (this.#root === undefined || this.#spans.size > 0) return;
    this.#read(this.#root, undefined);
    const lower = this.#all.toLowerCase();
    // Some letters are longer in lower case, and everything else must stay in its place.
    const kept = (text: string) => (text.toLowerCase().length === text.length ? text.toLowerCase() : text);
    this.#lower = lower.length === this.#all.length ? lower : [...this.#all].map(kept).join('');
  }

  #read(node: TextHolder, sayer: Element | undefined): void {
    const span = { from: this.#all.length, to: 0 };
    this.#spans.set(node, span);
    if (node.nodeName === 'INPUT') this.#readButton(node);
    else if (!/^(?:HEAD|SCRIPT|NOSCRIPT|STYLE)$/.test(node.nodeName)) this.#readInside(node, sayer);
    span.to = this.#all.length;
  }

  #readButton(node: TextHolder): void {
    if (this.#isElement(node) && /^(?:submit|button|reset)$/.test(node.type ?? '')) this.#say(node.value ?? '', node);
  }

  #readInside(node: TextHolder, sayer: Element | undefined): void {
    const own = this.#isElement(node) ? node : sayer;
    for (let child = node.firstChild; child; child = child.nextSibling) {
      if (child.nodeType === 1) this.#read(child, own);
      else if (child.nodeType === 3 && own) this.#say(child.nodeValue ?? '', own);
    }
    if (node.shadowRoot) this.#read(node.shadowRoot, own);
  }

  #isElement(node: TextHolder): node is AnyElement {
    return node.nodeType === 1;
  }

  #say(text: string, sayer: Element): void {
    const flat = text.replace(/[\u200b\u00ad]/g, '').replace(/\s+/g, ' ');
    const piece = this.#isAfterSpace && flat.startsWith(' ') ? flat.slice(1) : flat;
    if (piece === '') return;
    this.#isAfterSpace = piece.endsWith(' ');
    this.#starts.push(this.#all.length);
    this.#sayers.push(sayer);
    this.#all += piece;
  }
}
