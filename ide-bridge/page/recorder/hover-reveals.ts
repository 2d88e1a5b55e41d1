import type { AnyRoot } from '../any-element.ts';
import type { deepestAt } from '../elements/deepest-at.ts';

/** A rule of a style sheet with what only some kinds of rules have. */
type AnyRule = CSSRule & Partial<Pick<CSSStyleRule, 'selectorText' | 'style'>> & { readonly cssRules?: CSSRuleList };

type PressPlace = Parameters<typeof deepestAt>[0];

/**
 * Knows what is there only while the mouse is over something, by the rules of style sheets and by what scripts show when
 * the mouse comes.
 */
export class HoverReveals {
  readonly #elementAt: typeof deepestAt;
  #over: Element | undefined;
  #at: PressPlace = { clientX: 0, clientY: 0 };
  #cameAt = 0;
  #place = '';
  readonly #causes = new WeakMap<Node, Element>();
  readonly #watched = new WeakSet<Node>();
  readonly #rules = new WeakMap<CSSStyleSheet, { count: number; selectors: string[] }>();
  /** What a row has gone over already, as long as the mouse stays there. */
  #reported: Element | undefined;

  constructor(elementAt: typeof deepestAt) {
    this.#elementAt = elementAt;
  }

  /** Something that a page moves below a mouse that rests is nothing that the mouse came to. */
  came(event: MouseEvent, element: Element | undefined): void {
    const place = `${event.screenX} ${event.screenY}`;
    if (this.#reported !== undefined && !event.composedPath().includes(this.#reported)) this.#reported = undefined;
    if (place === this.#place) return;
    this.#place = place;
    this.#over = element;
    this.#at = { clientX: event.clientX, clientY: event.clientY };
    this.#cameAt = performance.now();
    for (const each of event.composedPath())
      if (each instanceof Document || each instanceof ShadowRoot) this.#watch(each);
  }

  /** What a click or a key brings about is not the doing of the mouse that is somewhere. */
  acted(): void {
    this.#over = undefined;
  }

  /** What the mouse must be over for an element to be there; undefined where it is there anyway. */
  neededFor(element: Element): Element | undefined {
    const needed = this.#byStyle(element) ?? this.#byScript(element);
    return needed === this.#reported ? undefined : needed;
  }

  /** It was told that the mouse must be over this. */
  emit(element: Element | undefined): void {
    this.#reported = element;
  }

  #watch(root: Node): void {
    if (this.#watched.has(root)) return;
    this.#watched.add(root);
    new MutationObserver(records => this.#changed(records)).observe(root, {
      subtree: true,
      childList: true,
      attributeFilter: ['style', 'hidden', 'open', 'aria-hidden'],
      attributeOldValue: true,
    });
  }

  #changed(records: readonly MutationRecord[]): void {
    if (this.#over === undefined || performance.now() - this.#cameAt > 500) return;
    // A row that is drawn anew when the mouse comes is what the mouse is over all the same.
    if (!this.#over.isConnected) this.#over = this.#elementAt(this.#at);
    const over = this.#over;
    if (over === undefined) return;
    for (const record of records)
      for (const each of this.#shownBy(record, over))
        if (each.nodeType === 1 && !each.contains(over)) this.#causes.set(each, over);
  }

  #shownBy({ type, target, addedNodes, removedNodes, oldValue, attributeName }: MutationRecord, over: Element): Node[] {
    if (type !== 'childList') return this.#wasHidden(attributeName, oldValue) ? [target] : [];
    const isAnew = addedNodes.length === removedNodes.length;
    return [...addedNodes].flatMap((node, index) =>
      isAnew && node.contains(over) ? this.#newIn(node, removedNodes[index]) : [node],
    );
  }

  /** What is in an element that was not in the one whose place it took. */
  #newIn(element: Node, before: Node | undefined): Node[] {
    if (!(element instanceof Element)) return [];
    const rest = before instanceof Element ? [...before.children] : [];
    return [...element.children].flatMap(child => {
      const index = rest.findIndex(
        other => other.localName === child.localName && other.getAttribute('class') === child.getAttribute('class'),
      );
      const same = index < 0 ? undefined : rest[index];
      rest.splice(0, index + 1);
      return same === undefined ? [child] : this.#newIn(child, same);
    });
  }

  #wasHidden(name: string | null, value: string | null): boolean {
    if (name === 'style') return /display:\s*none|visibility:\s*hidden/.test(value ?? '');
    if (name === 'open') return value === null;
    return value === 'true' || (name === 'hidden' && value !== null);
  }

  #around(element: Element): Element[] {
    const found = [element];
    for (let each = element; found.length < 8; found.push(each)) {
      const root: AnyRoot = each.getRootNode();
      const outer = each.assignedSlot ?? each.parentElement ?? root.host;
      if (!outer || /^(?:body|html)$/.test(outer.localName)) break;
      each = outer;
    }
    return found;
  }

  /** Content that only happens to arrive while the mouse moves over a page is not shown by it: a menu is near, or afloat. */
  #byScript(element: Element): Element | undefined {
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

  #byStyle(element: Element): Element | undefined {
    const around = this.#around(element);
    const roots = new Set<AnyRoot>([...around.map(each => each.getRootNode()), document]);
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
  #hoveredBy(selector: string, element: Element): Element | undefined {
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

  #hostOf(element: Element, own: string, inner: string): Element | undefined {
    const { host }: AnyRoot = element.getRootNode();
    return host?.matches(own) && inner !== '' && element.matches(inner) ? host : undefined;
  }

  /** Selectors of the rules by which something is there that would not be. */
  #revealingIn(sheet: CSSStyleSheet): string[] {
    const rules = this.#rulesOf(sheet);
    const known = this.#rules.get(sheet);
    if (known?.count === rules.length) return known.selectors;
    const selectors: string[] = [];
    this.#collect(rules, '', selectors);
    this.#rules.set(sheet, { count: rules.length, selectors });
    return selectors;
  }

  /** None of those that come from another site, which may not be read. */
  #rulesOf(sheet: CSSStyleSheet): ArrayLike<CSSRule> & Iterable<CSSRule> {
    try {
      return sheet.cssRules;
    } catch {
      return [];
    }
  }

  #collect(rules: Iterable<AnyRule>, outer: string, found: string[]): void {
    for (const { selectorText, style, cssRules } of rules) {
      const own = selectorText === undefined ? outer : this.#within(outer, selectorText);
      if (style !== undefined && own.includes(':hover') && this.#isRevealing(style))
        found.push(...own.split(/,(?![^(]*\))/).filter(each => each.includes(':hover')));
      if (cssRules !== undefined) this.#collect(cssRules, own, found);
    }
  }

  #within(outer: string, selector: string): string {
    if (outer === '') return selector;
    return selector.includes('&') ? selector.replaceAll('&', `:is(${outer})`) : `:is(${outer}) ${selector}`;
  }

  #isRevealing({ display, visibility, pointerEvents, maxHeight, height, width }: CSSStyleDeclaration): boolean {
    const isShown = (display !== '' && display !== 'none') || visibility === 'visible';
    const isSized = maxHeight !== '' || height !== '' || width !== '';
    return isShown || isSized || (pointerEvents !== '' && pointerEvents !== 'none');
  }
}
