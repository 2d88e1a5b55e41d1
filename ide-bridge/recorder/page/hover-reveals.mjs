/**
 * Runs inside the page, in a world of our own: knows what is there only while the mouse is over something, by the rules
 * of style sheets and by what scripts show when the mouse comes. Sent as source text, so it uses nothing from outside.
 */
export class HoverReveals {
  #deepestAt;
  #over;
  #at;
  #cameAt = 0;
  #place = '';
  #causes = new WeakMap();
  #watched = new WeakSet();
  #rules = new WeakMap();
  /** What a row has gone over already, as long as the mouse stays there. */
  #reported;

  constructor(deepestAt) {
    this.#deepestAt = deepestAt;
  }

  /** Something that a page moves below a mouse that rests is nothing that the mouse came to. */
  came(event, element) {
    const place = `${event.screenX} ${event.screenY}`;
    if (this.#reported !== undefined && !event.composedPath().includes(this.#reported)) this.#reported = undefined;
    if (place === this.#place) return;
    this.#place = place;
    this.#over = element;
    this.#at = { clientX: event.clientX, clientY: event.clientY };
    this.#cameAt = performance.now();
    for (const root of event.composedPath()) if (root.nodeType === 9 || root.nodeType === 11) this.#watch(root);
  }

  /** What a click or a key brings about is not the doing of the mouse that is somewhere. */
  acted() {
    this.#over = undefined;
  }

  /** What the mouse must be over for an element to be there; undefined where it is there anyway. */
  neededFor(element) {
    const needed = this.#byStyle(element) ?? this.#byScript(element);
    return needed === this.#reported ? undefined : needed;
  }

  emit(element) {
    this.#reported = element;
  }

  #watch(root) {
    if (this.#watched.has(root)) return;
    this.#watched.add(root);
    new MutationObserver(records => this.#changed(records)).observe(root, {
      subtree: true,
      childList: true,
      attributeFilter: ['style', 'hidden', 'open', 'aria-hidden'],
      attributeOldValue: true,
    });
  }

  #changed(records) {
    if (this.#over === undefined || performance.now() - this.#cameAt > 500) return;
    // A row that is drawn anew when the mouse comes is what the mouse is over all the same.
    if (!this.#over.isConnected) this.#over = this.#deepestAt(this.#at);
    const over = this.#over;
    if (over === undefined) return;
    for (const record of records)
      for (const each of this.#shownBy(record, over))
        if (each.nodeType === 1 && !each.contains(over)) this.#causes.set(each, over);
  }

  #shownBy({ type, target, addedNodes, removedNodes, oldValue, attributeName }, over) {
    if (type !== 'childList') return this.#wasHidden(attributeName, oldValue) ? [target] : [];
    const isAnew = addedNodes.length === removedNodes.length;
    return [...addedNodes].flatMap((node, index) =>
      isAnew && node.contains(over) ? this.#newIn(node, removedNodes[index]) : [node],
    );
  }

  /** What is in an element that was not in the one whose place it took. */
  #newIn(element, before) {
    const rest = [...before.childNodes];
    return [...element.children].flatMap(child => {
      const index = rest.findIndex(
        other => other.localName === child.localName && other.getAttribute('class') === child.getAttribute('class'),
      );
      if (index < 0) return [child];
      const [same] = rest.splice(0, index + 1).slice(-1);
      return this.#newIn(child, same);
    });
  }

  #wasHidden(name, value) {
    if (name === 'style') return /display:\s*none|visibility:\s*hidden/.test(value ?? '');
    if (name === 'open') return value === null;
    return value === 'true' || (name === 'hidden' && value !== null);
  }

  #around(element) {
    const found = [element];
    for (let each = element; found.length < 8; found.push(each)) {
      each = each.assignedSlot ?? each.parentElement ?? each.getRootNode().host;
      if (!each || /^(?:body|html)$/.test(each.localName)) break;
    }
    return found;
  }

  /** Content that only happens to arrive while the mouse moves over a page is not shown by it: a menu is near, or afloat. */
  #byScript(element) {
    for (const each of this.#around(element)) {
      const cause = this.#causes.get(each);
      if (cause?.isConnected !== true || cause.matches('body, html, main')) continue;
      const { width, height } = cause.getBoundingClientRect();
      if (width * height > (innerWidth * innerHeight) / 4) continue;
      if (cause.contains(each) || /^(?:absolute|fixed)$/.test(getComputedStyle(each).position)) return cause;
      const row = this.#around(cause).find(outer => outer.contains(each));
      if (row !== undefined && row.clientWidth * row.clientHeight < (innerWidth * innerHeight) / 8) return row;
    }
    return undefined;
  }

  #byStyle(element) {
    const around = this.#around(element);
    const roots = new Set([...around.map(each => each.getRootNode()), document]);
    const sheets = [...roots].flatMap(each => [...(each.styleSheets ?? []), ...(each.adoptedStyleSheets ?? [])]);
    const selectors = sheets.flatMap(sheet => this.#revealingIn(sheet));
    for (const each of around) {
      for (const selector of selectors) {
        const found = this.#hoveredBy(selector, each);
        if (found !== undefined && !element.contains(found)) return found;
      }
    }
    return undefined;
  }

  /** What is hovered in a selector that fits an element now. */
  #hoveredBy(selector, element) {
    try {
      const [start = '', own = ''] = /^\s*:host\(((?:[^()]|\([^()]*\))*)\)[\s>]*/.exec(selector) ?? [];
      if (own.includes(':hover')) return this.#hostOf(element, own, selector.slice(start.length));
      if (!element.matches(selector)) return undefined;
      const inner = /:is\((.*:hover)\s+\*\)/.exec(selector)?.[1];
      const [, hovered = ''] = /^(.*?:hover[^\s>+~]*)/.exec(selector) ?? [];
      return element.parentElement?.closest(inner ?? hovered) ?? undefined;
    } catch {
      return undefined;
    }
  }

  #hostOf(element, own, inner) {
    const { host } = element.getRootNode();
    return host?.matches(own) && inner !== '' && element.matches(inner) ? host : undefined;
  }

  /** Selectors of the rules by which something is there that would not be. */
  #revealingIn(sheet) {
    const rules = this.#rulesOf(sheet);
    const known = this.#rules.get(sheet);
    if (known?.count === rules.length) return known.selectors;
    const selectors = [];
    this.#collect(rules, '', selectors);
    this.#rules.set(sheet, { count: rules.length, selectors });
    return selectors;
  }

  /** None of those that come from another site, which may not be read. */
  #rulesOf(sheet) {
    try {
      return sheet.cssRules;
    } catch {
      return [];
    }
  }

  #collect(rules, outer, found) {
    for (const rule of rules) {
      const own = rule.selectorText === undefined ? outer : this.#within(outer, rule.selectorText);
      if (rule.style !== undefined && own.includes(':hover') && this.#isRevealing(rule.style))
        found.push(...own.split(/,(?![^(]*\))/).filter(each => each.includes(':hover')));
      if (rule.cssRules?.length > 0) this.#collect(rule.cssRules, own, found);
    }
  }

  #within(outer, selector) {
    if (outer === '') return selector;
    return selector.includes('&') ? selector.replaceAll('&', `:is(${outer})`) : `:is(${outer}) ${selector}`;
  }

  #isRevealing({ display, visibility, pointerEvents, maxHeight, height, width }) {
    const isShown = (display !== '' && display !== 'none') || visibility === 'visible';
    const isSized = maxHeight !== '' || height !== '' || width !== '';
    return isShown || isSized || (pointerEvents !== '' && pointerEvents !== 'none');
  }
}
