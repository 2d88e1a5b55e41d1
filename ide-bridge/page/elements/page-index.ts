import type { AnyRoot } from '../any-element.ts';
import type { PageReach } from './page-reach.ts';
import type { PageText } from './page-text.ts';

/** Of elements, as Playwright's locators know them. */
export interface RolesAndNames {
  /** Within it, what was worked out of an element is kept. */
  remember<Result>(work: () => Result): Result;
  roleOf(element: Element): string | null;
  /** In one line; `isHidden`: what it is called once it is shown. */
  nameOf(element: Element, isHidden: boolean): string;
}

interface JoinedNames {
  names: string;
  /** Where that of each element ends. */
  ends: number[];
}

/**
 * The elements of a document by what locators find them by, those in shadow trees and hidden ones included. It knows
 * them only while it is asked by `within`, and works each answer out once for all who ask there.
 */
export class PageIndex {
  readonly text: PageText;
  readonly #reach: PageReach;
  readonly #roles: RolesAndNames;
  readonly #roots: (Document | Element | ShadowRoot)[] = [];
  readonly #byRole = new Map<string, Element[]>();
  readonly #joined = new Map<string, JoinedNames>();
  readonly #names = new Map<Element, string>();
  readonly #seen = new Map<Element, boolean>();
  readonly #byValue = new Map<string, Map<string, Element[]>>();
  /** In the order of Playwright's engines: a shadow tree after the tree around it. */
  #elements: Element[] = [];

  constructor(text: PageText, reach: PageReach, roles: RolesAndNames) {
    this.text = text;
    this.#reach = reach;
    this.#roles = roles;
  }

  get elements(): readonly Element[] {
    return this.#elements;
  }

  /** The page must not change meanwhile. */
  within<Result>(root: Document | Element, work: () => Result): Result {
    try {
      this.#collect(root);
      this.text.begin(this.#isElement(root) ? root.ownerDocument : root);
      return this.#roles.remember(work);
    } finally {
      // The page must not be kept in memory.
      this.#elements = [];
      this.#roots.length = 0;
      for (const memory of [this.#byRole, this.#joined, this.#names, this.#seen, this.#byValue, this.text, this.#reach])
        memory.clear();
    }
  }

  #collect(root: Document | Element | ShadowRoot): void {
    this.#reach.look(root);
    this.#roots.push(root);
    const shadows: ShadowRoot[] = [];
    const add = (element: Element) => {
      this.#elements.push(element);
      if (element.shadowRoot) shadows.push(element.shadowRoot);
    };
    if (this.#isElement(root)) add(root);
    for (const element of root.querySelectorAll('*')) add(element);
    for (const shadow of shadows) this.#collect(shadow);
  }

  #isElement<Root extends Node>(root: Root): root is Root & Element {
    return root.nodeType === 1;
  }

  parent(element: Element): Element | undefined {
    return this.#reach.parent(element);
  }

  /** Whose text has the words in it, in whatever case. */
  holding(words: string): ReadonlySet<Element> {
    return this.text.holders(words, each => this.parent(each));
  }

  /** Those of a list that are in something. */
  inside(outer: Element, elements: readonly Element[], isListed: (element: Element) => boolean): readonly Element[] {
    // Most things that something is looked for in are small.
    const inner = this.#roots.length === 1 ? outer.getElementsByTagName('*') : elements;
    if (inner.length < elements.length) return [...inner].filter(isListed);
    return elements.filter(each => this.contains(outer, each));
  }

  contains(outer: Element, inner: Element): boolean {
    if (outer.contains(inner)) return outer !== inner;
    const root: AnyRoot = inner.getRootNode();
    return root.host !== undefined && (root.host === outer || this.contains(outer, root.host));
  }

  roleOf(element: Element): string | undefined {
    return this.#roles.roleOf(element) ?? undefined;
  }

  nameOf(element: Element): string {
    const name = this.#names.get(element) ?? this.#roles.nameOf(element, !this.isSeen(element));
    this.#names.set(element, name);
    return name;
  }

  withRole(role: string): readonly Element[] {
    if (this.#byRole.size === 0) for (const each of this.#elements) this.#add(this.#byRole, this.roleOf(each), each);
    return this.#byRole.get(role) ?? [];
  }

  named(role: string, name: string, isExact: boolean): readonly Element[] {
    return isExact
      ? (this.#of(`name ${role}`, this.withRole(role), each => [this.nameOf(each)]).get(name) ?? [])
      : this.#namedLike(role, name.toUpperCase());
  }

  /** The names of a role are searched as one text, since there may be thousands of them. */
  #namedLike(role: string, sought: string): readonly Element[] {
    const like = this.withRole(role);
    const known = this.#joined.get(role) ?? this.#join(like);
    this.#joined.set(role, known);
    const found: Element[] = [];
    for (let at = known.names.indexOf(sought), index = 0; at >= 0; ) {
      while ((known.ends[index] ?? at + 1) <= at) index += 1;
      found.push(...like.slice(index, index + 1));
      at = known.names.indexOf(sought, known.ends[index]);
    }
    return found;
  }

  #join(elements: readonly Element[]): JoinedNames {
    let end = 0;
    const names = elements.map(each => `${this.nameOf(each).toUpperCase()}\u0000`);
    const ends = names.map(name => {
      end += name.length;
      return end;
    });
    return { names: names.join(''), ends };
  }

  /** Whether locators by role find it now. */
  isSeen(element: Element): boolean {
    const known = this.#seen.get(element);
    if (known !== undefined) return known;
    const isShown = (each: Element): boolean =>
      each.localName === 'option' || each.checkVisibility({ visibilityProperty: true }) || this.#has(each, isShown);
    const isSeen = isShown(element) && !this.#reach.isHidden(element);
    this.#seen.set(element, isSeen);
    return isSeen;
  }

  /** Whether there is something of it to look at. */
  isDrawn(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect();
    const isShown = width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
    return isShown || this.#has(element, each => this.isDrawn(each));
  }

  /** Of something that is nothing but its content: whether that is so of a part of it. */
  #has(element: Element, isSo: (element: Element) => boolean): boolean {
    if (element.ownerDocument.defaultView?.getComputedStyle(element).display !== 'contents') return false;
    const isSaid = [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim());
    return isSaid || [...element.children].some(isSo);
  }

  withAttribute(name: string, value: string): readonly Element[] {
    const read = (each: Element) => [each.getAttribute(name)].filter(found => found !== null);
    return this.#of(`attribute ${name}`, this.#elements, read).get(value) ?? [];
  }

  /** With an id that is the same but for its numbers. */
  withIdLike(id: string): readonly Element[] {
    const shape = (text: string) => text.replace(/\d+/g, '0');
    return this.#of('ids', this.#elements, each => (each.id ? [shape(each.id)] : [])).get(shape(id)) ?? [];
  }

  withClass(name: string): readonly Element[] {
    return this.#of('class', this.#elements, each => each.classList).get(name) ?? [];
  }

  /** With exactly that text, and nothing in it that has it as well; or with exactly that label. */
  saying(kind: 'text' | 'label', words: string): readonly Element[] {
    const read = (each: Element) => new Set(kind === 'text' ? this.text.own(each) : this.text.labels(each));
    return this.#of(kind, this.#elements, read).get(words) ?? [];
  }

  /** How many elements of a role have a name that differs in its last number alone. */
  countSeries(role: string, name: string): number {
    const shape = (text: string) => text.replace(/\d+(?=\D*$)/, '0');
    return (
      this.#of(`series ${role}`, this.withRole(role), each => [shape(this.nameOf(each))]).get(shape(name))?.length ?? 0
    );
  }

  matching(css: string): readonly Element[] {
    return this.#roots.flatMap(root => [...root.querySelectorAll(css)]);
  }

  #of(key: string, elements: readonly Element[], valuesOf: (element: Element) => Iterable<string>) {
    const known = this.#byValue.get(key);
    if (known !== undefined) return known;
    const made = new Map<string, Element[]>();
    this.#byValue.set(key, made);
    for (const element of elements) for (const value of valuesOf(element)) this.#add(made, value, element);
    return made;
  }

  #add(lists: Map<string, Element[]>, key: string | undefined, element: Element): void {
    if (key === undefined) return;
    const list = lists.get(key);
    if (list === undefined) lists.set(key, [element]);
    else list.push(element);
  }
}
