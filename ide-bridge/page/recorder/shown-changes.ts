import type { ShownChange } from '../../../model/recording/shown-change.ts';
import type { AnyElement } from '../any-element.ts';
import type { ElementLocators } from '../elements/element-locators.ts';

/** What became of a page since a moment. */
interface ChangesSince {
  /** The texts of what is there to tell things, and of headings, as they were. */
  before: ReadonlyMap<Element, string>;
  /** What came or changed. */
  nodes: Set<Node>;
  /** The texts of what went. */
  gone: Set<string>;
}

type ShownElement = readonly [element: Element, text: string];

/** What a person can see on a page since the last thing that was done, and could not before. */
export class ShownChanges {
  readonly #locators: ElementLocators;
  /** Not the document in which the recording began: all that it shows came with it. */
  readonly #isNewPage = document.body === null;
  /** ChangesSince what was done last, and since what may become something that is done. */
  #last: ChangesSince | undefined;
  #begun: ChangesSince | undefined;
  readonly #observer = new MutationObserver(records => this.#note(records));
  readonly #watched = new WeakSet<Node>();

  constructor(locators: ElementLocators) {
    this.#locators = locators;
  }

  /** Before the page notices that something is done. */
  begin(): void {
    if (this.#begun !== undefined) this.#note(this.#observer.takeRecords());
    for (const root of this.#roots()) this.#watch(root);
    const shown = this.#announcing().slice(0, 100);
    this.#begun = {
      before: new Map(shown.map(each => [each, this.#shownText(each)])),
      nodes: new Set(),
      gone: new Set(),
    };
  }

  #watch(root: Node): void {
    if (this.#watched.has(root)) return;
    this.#watched.add(root);
    this.#observer.observe(root, { subtree: true, childList: true, characterData: true });
  }

  /** The document, and what components draw in roots of their own. */
  #roots(): (Document | ShadowRoot)[] {
    return [document, ...this.#inside(document).flatMap(({ shadowRoot }) => shadowRoot ?? [])];
  }

  #inside(root: ParentNode): Element[] {
    const found: Element[] = [];
    for (const each of root.querySelectorAll('*')) {
      found.push(each);
      if (each.shadowRoot) found.push(...this.#inside(each.shadowRoot));
    }
    return found;
  }

  /** It was something. */
  done(): void {
    this.#last = this.#begun;
  }

  /** What tells most of it, among what rests: `rank` is 0 for what is there to tell things; undefined where nothing does. */
  async best(): Promise<ShownChange | undefined> {
    let before = new Map<Element, string>();
    for (let tries = 0; tries < 4; tries += 1) {
      const now = this.#changed().map((element): ShownElement => [element, this.#shownText(element)]);
      const lasting = now.filter(([, text]) => this.#isLasting(text));
      const best = this.#bestOf(lasting.filter(([element, text]) => before.get(element) === text));
      if (lasting.length === 0 || best !== undefined) return best;
      before = new Map(lasting);
      await new Promise(resolve => setTimeout(resolve, 200));
    }
    return undefined;
  }

  #bestOf(shown: readonly ShownElement[]): ShownChange | undefined {
    const ranked = shown.map(([element, text]) => ({ element, text, rank: this.#rankOf(element) }));
    for (const { element, text, rank } of ranked.sort((one, other) => one.rank - other.rank).slice(0, 8)) {
      const way = this.#locators.forCheck(element, text);
      if (way !== undefined) return { rank, text, ...way };
    }
    return undefined;
  }

  #changed(): Element[] {
    this.#note(this.#observer.takeRecords());
    if (this.#last === undefined) return this.#isNewPage ? this.#announcing() : [];
    const { before, nodes, gone } = this.#last;
    const announcing = this.#announcing().filter(each => (before.get(each) ?? '') !== this.#shownText(each));
    const others = [...nodes].flatMap(node => this.#textsIn(node)).filter(each => !gone.has(this.#shownText(each)));
    return [...new Set([...announcing, ...others])];
  }

  /** What is there to tell things, and headings. */
  #announcing(): Element[] {
    const announcing = `${this.#ANNOUNCING}, h1, h2, h3, h4, h5, h6, [role=heading]`;
    return this.#roots().flatMap(root => [...root.querySelectorAll(announcing)]);
  }

  readonly #ANNOUNCING = 'output, [role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive]';

  #rankOf(element: Element): number {
    if (element.matches(this.#ANNOUNCING)) return 0;
    if (/^h\d$/.test(element.localName) || element.getAttribute('role') === 'heading') return 1;
    return element.closest('a, button, label, [role=button], [role=link], [role=tab]') === null ? 2 : 3;
  }

  #note(records: readonly MutationRecord[]): void {
    const all = [this.#last, this.#begun].filter(since => since !== undefined);
    for (const since of new Set(all))
      if (since.nodes.size < 500) for (const record of records) this.#noteOne(record, since);
  }

  #noteOne({ type, target, addedNodes, removedNodes }: MutationRecord, { nodes, gone }: ChangesSince): void {
    for (const node of type === 'characterData' ? [target] : addedNodes) nodes.add(node);
    for (const text of [...removedNodes].flatMap(node => this.#wordsIn(node))) gone.add(text);
  }

  /** Of what is drawn anew as it was. */
  #wordsIn(node: Node): string[] {
    const leaves = node instanceof Element ? [...node.querySelectorAll(':not(:has(*))')].slice(0, 50) : [];
    return [node, ...leaves].map(each => this.#normal(each.textContent));
  }

  /** The innermost elements with a text. */
  #textsIn(node: Node): Element[] {
    const element = node instanceof Element ? node : node.parentElement;
    if (element === null || !node.isConnected) return [];
    const announcer = element.closest(this.#ANNOUNCING);
    if (announcer !== null) return [];
    const own = element.shadowRoot ? this.#inside(element.shadowRoot) : [];
    const leaves = [element, ...own, ...this.#inside(element)].slice(0, 50);
    return leaves.filter(each =>
      [...each.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim() !== ''),
    );
  }

  #shownText(element: AnyElement): string {
    if (element.matches('script, style, noscript, option, textarea') || element.isContentEditable) return '';
    const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    return isShown && element.getClientRects().length > 0 ? this.#normal(element.textContent) : '';
  }

  #normal(text: string | null): string {
    return (text ?? '').replace(/\s+/g, ' ').trim();
  }

  /** Short, and neither the time nor a sign that something is still under way. */
  #isLasting(text: string): boolean {
    return text.length <= 80 && /[\p{L}\p{N}]/u.test(text) && !/\d:\d\d|\d{4}-\d\d-\d\d|(?:…|\.{3})$/.test(text);
  }
}
