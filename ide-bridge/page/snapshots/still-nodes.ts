import type { AnyElement, AnyRoot } from '../any-element.ts';

/** What Playwright knows of a node: kept in the node. */
interface TakenNode {
  /** When and as which one it was taken. */
  ref?: [snapshot: number, node: number];
  /** Whether it is as it was when it was taken last. */
  isStill?: boolean;
}

/** The symbol that Playwright made up for it. */
declare const cachedData: unique symbol;

type KeptNode = Node & { [cachedData]?: TakenNode };

/**
 * Within the script by which Playwright takes the page (`faster-streamer.ts`): tells which parts of the page are as they
 * were when they were taken last, so that these need not be walked again. An element is still only while all that is in it
 * is.
 */
export class StillNodes {
  /** Can be another at any time, without anything that tells. */
  readonly #changeable = new Set(['HEAD', 'STYLE', 'DIALOG', 'CANVAS', 'IFRAME', 'FRAME']);
  /** Have a state beside their attributes. */
  readonly #fields = new Set(['INPUT', 'TEXTAREA', 'OPTION', 'IMG']);

  /**
   * Neither of these, nor anything else that Playwright takes in a way of its own. They never have a shadow tree, and so
   * seldom scroll that the event that tells of it is soon enough.
   */
  readonly simple = new Set('A B BUTTON DT EM I LABEL SMALL STRONG TBODY TD TH THEAD TR'.split(' '));
  /** The same, but may have either. */
  readonly #containers = new Set(
    'ARTICLE ASIDE DD DIV DL FOOTER H1 H2 H3 H4 HEADER LI MAIN NAV OL P SECTION SPAN TABLE UL'.split(' '),
  );

  readonly #key: typeof cachedData;
  readonly #styleOf = globalThis.getComputedStyle.bind(globalThis);
  readonly #restless = new Set<Element>();
  /** Elements with their state when they were taken. */
  readonly #watched = new Map<Element, unknown>();
  readonly #targets = new Set<Element>();
  readonly #observer = new MutationObserver(records => this.#take(records));
  #document: Document | undefined;

  /** `key`: where Playwright keeps in a node what it knows of it. */
  constructor(key: typeof cachedData) {
    this.#key = key;
    const still = this;
    const attach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function attachShadow(this: Element, ...given) {
      still.#stir(this);
      return Reflect.apply(attach, this, given);
    };
  }

  /** Right before the page is taken. */
  begin(): void {
    if (this.#document !== document) this.#observe();
    this.#take(this.#observer.takeRecords());
    if (document.documentElement) this.#stir(document.documentElement);
    for (const element of this.#restless) {
      if (element.isConnected) this.#stir(element);
      else this.#restless.delete(element);
    }
    for (const [element, state] of this.#watched) {
      if (!element.isConnected) this.#watched.delete(element);
      else if (this.#stateOf(element) !== state) this.#stir(element);
    }
    // Once more after they are targets no longer.
    for (const target of this.#targets) this.#stir(target);
    this.#targets.clear();
  }

  /** Notes an element that is acted on. */
  target(element: Element & KeptNode): void {
    this.#targets.add(element);
    // Known from now on: the short walk of new elements leaves the mark out.
    element[this.#key] ??= {};
    this.#stir(element);
  }

  /** Whether a node is, with all that is in it, as it was taken last. */
  has(data: TakenNode): boolean {
    return data.isStill === true && data.ref !== undefined;
  }

  /**
   * Whether an element that is not simple has nothing but its attributes and what is in it, as long as it is no popover and
   * in no shadow tree; the state of a box, which it has as well, is watched.
   */
  isPlain(element: AnyElement, name: string): boolean {
    if (name === 'INPUT') {
      if (element.type !== 'checkbox') return false;
      this.#watched.set(element, element.checked);
      return true;
    }
    return this.#containers.has(name) && element.shadowRoot === null && !this.#canScroll(element);
  }

  /** Notes each node that is walked, before those in it; in shadow trees nothing reports changes. */
  walk(node: Node, data: TakenNode, { isTarget, isInShadow }: { isTarget: boolean; isInShadow: boolean }): void {
    const { nodeName: name } = node;
    // What Playwright puts into the head is nowhere in the document.
    data.isStill = !isInShadow && (name !== 'BASE' || node.isConnected);
    if (!this.#isElement(node)) return;
    if (isTarget) this.#targets.add(node);
    const isSimple = this.simple.has(name);
    if (this.#isRestless(node, name, isSimple)) this.#restless.add(node);
    else if (!isSimple && (this.#fields.has(name) || this.#canScroll(node)))
      this.#watched.set(node, this.#stateOf(node));
  }

  #isElement(node: Node): node is Element {
    return node.nodeType === 1;
  }

  #isRestless(node: AnyElement, name: string, isSimple: boolean): boolean {
    if (node.popover) return true;
    return !isSimple && (this.#changeable.has(name) || node.shadowRoot !== null || node.localName.includes('-'));
  }

  #observe(): void {
    this.#document = document;
    this.#observer.disconnect();
    this.#observer.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
    // Before the first time that a scrolled element is walked, nothing of it is known.
    document.addEventListener('scroll', this.#scrolled, { capture: true, passive: true });
  }

  readonly #scrolled = ({ target }: Event): void => {
    if (this.#isNode(target)) this.#stir(target);
  };

  #isNode(target: EventTarget | null): target is Node {
    return target !== null && 'nodeType' in target;
  }

  #take(records: readonly MutationRecord[]): void {
    for (const { target, removedNodes } of records) {
      this.#stir(target);
      for (const node of removedNodes) this.#forget(node);
    }
  }

  /** Nothing reports what becomes of nodes outside the document. */
  #forget(root: Node): void {
    if (root.getRootNode() === document) return;
    const walker = document.createTreeWalker(root);
    for (let node: KeptNode | null = root; node; node = walker.nextNode()) {
      const data = node[this.#key];
      if (data) data.isStill = false;
    }
  }

  #stir(node: Node): void {
    for (let each: (KeptNode & AnyRoot) | null | undefined = node; each; each = each.parentNode ?? each.host) {
      const data = each[this.#key];
      if (data?.isStill === false) return;
      if (data) data.isStill = false;
    }
  }

  #canScroll(element: Element): boolean {
    const { clientHeight, clientWidth } = element;
    if (clientHeight === 0 || clientWidth === 0) return false;
    if (element.scrollHeight <= clientHeight && element.scrollWidth <= clientWidth) return false;
    return this.#styleOf(element).overflow !== 'visible';
  }

  #stateOf(element: AnyElement & Partial<HTMLImageElement & HTMLOptionElement>): unknown {
    // There may be hundreds of these; their other data is in attributes.
    if (element.type === 'checkbox' || element.type === 'radio') return element.checked;
    const { value, checked, selected, currentSrc, scrollTop, scrollLeft } = element;
    return `${checked} ${selected} ${scrollTop} ${scrollLeft} ${currentSrc} ${value}`;
  }
}
