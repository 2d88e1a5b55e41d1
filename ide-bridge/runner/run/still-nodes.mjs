/**
 * Runs inside the page, within the script by which Playwright takes it (`faster-streamer.ts`): tells which parts of the
 * page are as they were when they were taken last, so that these need not be walked again. What Playwright knows of a
 * node is stored in the node, at `key`; `isStill` is our part of it. An element is still only while all that is in it is.
 * Sent as source text, so it uses nothing from outside.
 */
export class StillNodes {
  /** Can be another at any time, without anything that tells. */
  #changeable = new Set(['HEAD', 'STYLE', 'DIALOG', 'CANVAS', 'IFRAME', 'FRAME']);
  /** Have a state beside their attributes. */
  #fields = new Set(['INPUT', 'TEXTAREA', 'OPTION', 'IMG']);

  /**
   * Neither of these, nor anything else that Playwright takes in a way of its own. They never have a shadow tree, and so
   * seldom scroll that the event that tells of it is soon enough.
   */
  simple = new Set('A B BUTTON DT EM I LABEL SMALL STRONG TBODY TD TH THEAD TR'.split(' '));
  /** The same, but may have either. */
  #containers = new Set(
    'ARTICLE ASIDE DD DIV DL FOOTER H1 H2 H3 H4 HEADER LI MAIN NAV OL P SECTION SPAN TABLE UL'.split(' '),
  );

  #key;
  #styleOf = globalThis.getComputedStyle.bind(globalThis);
  #restless = new Set();
  /** Elements with their state when they were taken. */
  #watched = new Map();
  #targets = new Set();
  #observer = new MutationObserver(records => this.#take(records));
  #document;

  constructor(key) {
    this.#key = key;
    const still = this;
    const attach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function attachShadow(...given) {
      still.#stir(this);
      return Reflect.apply(attach, this, given);
    };
  }

  /** Right before the page is taken. */
  begin() {
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
  target(element) {
    this.#targets.add(element);
    // Known from now on: the short walk of new elements leaves the mark out.
    element[this.#key] ??= {};
    this.#stir(element);
  }

  /** Whether a node is, with all that is in it, as it was taken last. */
  has(data) {
    return data.isStill === true && data.ref !== undefined;
  }

  /**
   * Whether an element that is not simple has nothing but its attributes and what is in it, as long as it is no popover and
   * in no shadow tree; the state of a box, which it has as well, is watched.
   */
  isPlain(element, name) {
    if (name === 'INPUT') {
      if (element.type !== 'checkbox') return false;
      this.#watched.set(element, element.checked);
      return true;
    }
    return this.#containers.has(name) && element.shadowRoot === null && !this.#canScroll(element);
  }

  /** Notes each node that is walked, before those in it; in shadow trees nothing reports changes. */
  walk(node, data, { isTarget, isInShadow }) {
    const { nodeName: name } = node;
    // What Playwright puts into the head is nowhere in the document.
    data.isStill = !isInShadow && (name !== 'BASE' || node.isConnected);
    if (node.nodeType !== 1) return;
    if (isTarget) this.#targets.add(node);
    const isSimple = this.simple.has(name);
    if (this.#isRestless(node, name, isSimple)) this.#restless.add(node);
    else if (!isSimple && (this.#fields.has(name) || this.#canScroll(node)))
      this.#watched.set(node, this.#stateOf(node));
  }

  #isRestless(node, name, isSimple) {
    if (node.popover) return true;
    return !isSimple && (this.#changeable.has(name) || node.shadowRoot !== null || node.localName.includes('-'));
  }

  #observe() {
    this.#document = document;
    this.#observer.disconnect();
    this.#observer.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
    // Before the first time that a scrolled element is walked, nothing of it is known.
    document.addEventListener('scroll', ({ target }) => this.#stir(target), { capture: true, passive: true });
  }

  #take(records) {
    for (const { target, removedNodes } of records) {
      this.#stir(target);
      for (const node of removedNodes) this.#forget(node);
    }
  }

  /** Nothing reports what becomes of nodes outside the document. */
  #forget(root) {
    if (root.getRootNode() === document) return;
    const walker = document.createTreeWalker(root);
    for (let node = root; node; node = walker.nextNode()) {
      const data = node[this.#key];
      if (data) data.isStill = false;
    }
  }

  #stir(node) {
    for (let each = node; each; each = each.parentNode ?? each.host) {
      const data = each[this.#key];
      if (data?.isStill === false) return;
      if (data) data.isStill = false;
    }
  }

  #canScroll(element) {
    const { clientHeight, clientWidth } = element;
    if (clientHeight === 0 || clientWidth === 0) return false;
    if (element.scrollHeight <= clientHeight && element.scrollWidth <= clientWidth) return false;
    return this.#styleOf(element).overflow !== 'visible';
  }

  #stateOf(element) {
    // There may be hundreds of these; their other data is in attributes.
    if (element.type === 'checkbox' || element.type === 'radio') return element.checked;
    const { value, checked, selected, currentSrc, scrollTop, scrollLeft } = element;
    return `${checked} ${selected} ${scrollTop} ${scrollLeft} ${currentSrc} ${value}`;
  }
}
