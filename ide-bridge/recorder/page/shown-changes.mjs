/**
 * Runs inside the page, in a world of our own: what a person can see there since the last thing that was done, and
 * could not before. Sent as source text, so it uses nothing from outside.
 */
export class ShownChanges {
  #locators;
  /** Not the document in which the recording began: all that it shows came with it. */
  #isNewPage = document.body === null;
  /** Since what was done last, and since what may become something that is done. */
  #last;
  #begun;
  #observer = new MutationObserver(records => this.#note(records));
  #watched = new WeakSet();

  constructor(locators) {
    this.#locators = locators;
  }

  /** Before the page notices that something is done. */
  begin() {
    if (this.#begun !== undefined) this.#note(this.#observer.takeRecords());
    for (const root of this.#roots()) this.#watch(root);
    const shown = this.#announcing().slice(0, 100);
    this.#begun = {
      before: new Map(shown.map(each => [each, this.#shownText(each)])),
      nodes: new Set(),
      gone: new Set(),
    };
  }

  #watch(root) {
    if (this.#watched.has(root)) return;
    this.#watched.add(root);
    this.#observer.observe(root, { subtree: true, childList: true, characterData: true });
  }

  /** The document, and what components draw in roots of their own. */
  #roots() {
    return [document, ...this.#inside(document).flatMap(({ shadowRoot }) => shadowRoot ?? [])];
  }

  #inside(root) {
    const found = [];
    for (const each of root.querySelectorAll('*')) {
      found.push(each);
      if (each.shadowRoot) found.push(...this.#inside(each.shadowRoot));
    }
    return found;
  }

  /** It was something. */
  done() {
    this.#last = this.#begun;
  }

  /** What tells most of it, among what rests: `rank` is 0 for what is there to tell things; undefined where nothing does. */
  async best() {
    let before = new Map();
    for (let tries = 0; tries < 4; tries += 1) {
      const now = this.#changed().map(element => [element, this.#shownText(element)]);
      const lasting = now.filter(([, text]) => this.#isLasting(text));
      const best = this.#bestOf(lasting.filter(([element, text]) => before.get(element) === text));
      if (lasting.length === 0 || best !== undefined) return best;
      before = new Map(lasting);
      await new Promise(resolve => setTimeout(resolve, 200));
    }
    return undefined;
  }

  #bestOf(shown) {
    const ranked = shown.map(([element, text]) => ({ element, text, rank: this.#rankOf(element) }));
    for (const { element, text, rank } of ranked.sort((one, other) => one.rank - other.rank).slice(0, 8)) {
      const way = this.#locators.forCheck(element, text);
      if (way !== undefined) return { rank, text, ...way };
    }
    return undefined;
  }

  #changed() {
    this.#note(this.#observer.takeRecords());
    if (this.#last === undefined) return this.#isNewPage ? this.#announcing() : [];
    const { before, nodes, gone } = this.#last;
    const announcing = this.#announcing().filter(each => (before.get(each) ?? '') !== this.#shownText(each));
    const others = [...nodes].flatMap(node => this.#textsIn(node)).filter(each => !gone.has(this.#shownText(each)));
    return [...new Set([...announcing, ...others])];
  }

  /** What is there to tell things, and headings. */
  #announcing() {
    const announcing = `${this.#ANNOUNCING}, h1, h2, h3, h4, h5, h6, [role=heading]`;
    return this.#roots().flatMap(root => [...root.querySelectorAll(announcing)]);
  }

  #ANNOUNCING = 'output, [role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive]';

  #rankOf(element) {
    if (element.matches(this.#ANNOUNCING)) return 0;
    if (/^h\d$/.test(element.localName) || element.getAttribute('role') === 'heading') return 1;
    return element.closest('a, button, label, [role=button], [role=link], [role=tab]') === null ? 2 : 3;
  }

  #note(records) {
    for (const since of new Set([this.#last, this.#begun].filter(Boolean)))
      if (since.nodes.size < 500) for (const record of records) this.#noteOne(record, since);
  }

  #noteOne({ type, target, addedNodes, removedNodes }, { nodes, gone }) {
    for (const node of type === 'characterData' ? [target] : addedNodes) nodes.add(node);
    for (const text of [...removedNodes].flatMap(node => this.#wordsIn(node))) gone.add(text);
  }

  /** Of what is drawn anew as it was. */
  #wordsIn(node) {
    const leaves = node.nodeType === 1 ? [...node.querySelectorAll(':not(:has(*))')].slice(0, 50) : [];
    return [node, ...leaves].map(each => this.#normal(each.textContent));
  }

  /** The innermost elements with a text. */
  #textsIn(node) {
    const element = node.nodeType === 1 ? node : node.parentElement;
    if (element === null || !node.isConnected) return [];
    const announcer = element.closest(this.#ANNOUNCING);
    if (announcer !== null) return [];
    const own = element.shadowRoot ? this.#inside(element.shadowRoot) : [];
    const leaves = [element, ...own, ...this.#inside(element)].slice(0, 50);
    return leaves.filter(each =>
      [...each.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== ''),
    );
  }

  #shownText(element) {
    if (element.matches('script, style, noscript, option, textarea') || element.isContentEditable) return '';
    const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    return isShown && element.getClientRects().length > 0 ? this.#normal(element.textContent) : '';
  }

  #normal(text) {
    return text.replace(/\s+/g, ' ').trim();
  }

  /** Short, and neither the time nor a sign that something is still under way. */
  #isLasting(text) {
    return text.length <= 80 && /[\p{L}\p{N}]/u.test(text) && !/\d:\d\d|\d{4}-\d\d-\d\d|(?:…|\.{3})$/.test(text);
  }
}
