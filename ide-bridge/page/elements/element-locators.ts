import type { LocatorSteps, LocatorWay } from './locator-steps.ts';
import type { OwnSteps } from './own-steps.ts';
import type { PageIndex } from './page-index.ts';

/** Something by which people tell a thing from its like: a text, and its role where that says so. */
interface Key {
  text: string;
  key: LocatorWay | undefined;
}

/** A short text in something, with the element that says it where it is no text of its own. */
interface SaidPart {
  text: string;
  part: Element | undefined;
}

/**
 * The locators of an element that lead to it alone now, the one that is likeliest to last first: for recordings, and for
 * whoever lists, picks or repairs. Names, roles and matches are those of Playwright.
 */
export class ElementLocators {
  /** Roles of what is repeated many times in a row. */
  readonly #listed = ['row', 'listitem', 'article', 'treeitem', 'option'];
  readonly #index: PageIndex;
  readonly #steps: LocatorSteps;
  readonly #own: OwnSteps;
  readonly #parts = new Map<Element, SaidPart[]>();

  constructor(index: PageIndex, steps: LocatorSteps, own: OwnSteps) {
    this.#index = index;
    this.#steps = steps;
    this.#own = own;
  }

  /** Within it, what was worked out of the elements in `root` is kept: the page must not change meanwhile. */
  within<Result>(root: Document | Element, work: () => Result): Result {
    try {
      return this.#index.within(root, work);
    } finally {
      this.#steps.clear();
      this.#parts.clear();
    }
  }

  /** As people write them; empty when nothing leads to it alone. */
  of(element: Element): string[] {
    return this.within(element.ownerDocument, () => this.all(element));
  }

  /** The same within `within`, for several elements; `most`: how many ways are enough. */
  all(element: Element, most = 5): string[] {
    const found: LocatorWay[] = [];
    const add = (stepsOf: () => readonly (LocatorWay | undefined)[]) => {
      if (found.length >= most) return;
      for (const step of stepsOf()) {
        const isNew = found.length < most && !found.some(other => other.text === step?.text);
        if (step && isNew && this.#isAlone(step, element)) found.push(step);
      }
    };
    const name = this.#own.nameOf(element);
    const byRole = this.#own.byRole(element, name);
    const isOfItem = this.#isOfItem(element);
    if (isOfItem || /\d\W*$/.test(name)) add(() => [this.#own.byTestId(element)]);
    if (isOfItem || this.#own.isCounting(element, name)) add(() => this.#own.marks(element));
    if (isOfItem) add(() => this.#scoped(element));
    add(() => [byRole.find(step => this.#isAlone(step, element)), ...this.#own.written(element)]);
    if (found.length < 4) add(() => this.#scoped(element));
    // Alone among what can be seen now is better than any place.
    const seen = found.length < Math.min(2, most) ? this.#seen(element, byRole) : [];
    const ways = [...new Set([...found, ...seen].map(({ text }) => text))];
    for (const last of [this.#kind, this.#unnamed, this.#countedWithin, this.#placed, this.#path, this.#counted]) {
      const isNeeded = ways.length < Math.min(2, most) || (ways.length < Math.min(3, most) && found.length < 3);
      const step = isNeeded ? last.call(this, element, name) : undefined;
      if (step && !ways.includes(step.text) && this.#isAlone(step, element, true)) ways.push(step.text);
    }
    return ways;
  }

  /** Whether or not others have the same. */
  plain(element: Element): string[] {
    const name = this.#own.nameOf(element);
    const [, whole = this.#own.byRole(element, name)[0]] = this.#own.byRole(element, name);
    return this.#known([whole ?? this.#own.justRole(this.#own.roleOf(element))[0]]).map(({ text }) => text);
  }

  /** By role, level, place and marks, never by text, so that a check of the text can fail on them; the best first. */
  besideText(element: Element): string[] {
    const role = this.#own.roleOf(element);
    const level = role === 'heading' ? Number(element.getAttribute('aria-level') ?? element.localName.slice(1)) : 0;
    const [own] = level > 0 ? [this.#steps.level(level)] : this.#own.justRole(role);
    const [kind] = this.#own.classes(element).map(name => this.#steps.classed(element.localName, name));
    const text = this.#own.textOf(element);
    // A region is often labelled by the heading in it.
    const [scope] = [...this.#around(element)].filter(each => text === undefined || !each.text.includes(text));
    const isAlone = own && this.#isAlone(own, element, true);
    const inside = scope && own && !isAlone ? this.#steps.chain(scope, own) : undefined;
    const ways = this.#known([inside, own, kind ?? this.#steps.css(element.localName)]).flatMap(step =>
      this.#isAlone(step, element, true) ? step : (this.#steps.nth(step, element) ?? []),
    );
    return ways.map(({ text: way }) => way);
  }

  #seen(element: Element, byRole: readonly LocatorWay[]): LocatorWay[] {
    const role = byRole.find(step => this.#isAlone(step, element, true));
    const written = this.#own.written(element).flatMap(step => (step ? [this.#steps.shown(step)] : []));
    return this.#known([role ?? written.find(step => this.#isAlone(step, element))]);
  }

  /** The way for a check of its text, if there is a lasting one that does not say it; else, of its being there. */
  forCheck(element: Element, text: string): { locator: string; isBySaying: boolean } | undefined {
    return this.within(element.ownerDocument, () => {
      const role = this.#own.roleOf(element);
      const silent =
        role === 'heading'
          ? []
          : [this.#own.byTestId(element), ...this.#own.justRole(role), this.#own.marks(element)[0]];
      const way = silent.find(step => step && this.#isAlone(step, element));
      if (way !== undefined) return { locator: way.text, isBySaying: false };
      const said = this.all(element).find(each => each.startsWith('getBy') && each.includes(this.#steps.quoted(text)));
      return said === undefined ? undefined : { locator: said, isBySaying: true };
    });
  }

  roleAndName(element: Element): { role: string; name: string } {
    return this.within(element.ownerDocument, () => ({
      role: this.#own.roleOf(element) ?? '',
      name: this.#own.nameOf(element).slice(0, 120),
    }));
  }

  #known(steps: readonly (LocatorWay | undefined)[]): LocatorWay[] {
    return steps.filter(step => step !== undefined);
  }

  /** Without `isNow` no other may match that is hidden now either: it may be seen when the locator is used. */
  #isAlone(step: LocatorWay, element: Element, isNow = false): boolean {
    const found = step.find(isNow);
    return found.length === 1 && found[0] === element;
  }

  #outer(element: Element): Element[] {
    const found: Element[] = [];
    let each: Element | undefined = element;
    while (found.length < 12) {
      each = each.assignedSlot ?? this.#index.parent(each);
      if (!each || /^(?:body|html)$/.test(each.localName)) break;
      found.push(each);
    }
    return found;
  }

  /**
   * A row, an item without a name, or a cell whose content is not what its row is known by: what it says changes sooner
   * than what it is in. Not one that somebody has named, such as a day of a calendar.
   */
  #isOfItem(element: Element): boolean {
    const role = this.#own.roleOf(element) ?? '';
    if (this.#isCell(role) && this.#own.valueOf(element, 'aria-label') !== undefined) return false;
    if (!this.#isCell(role)) return role === 'row' || (this.#listed.includes(role) && this.#own.nameOf(element) === '');
    const row = this.#outer(element).find(each => this.#own.roleOf(each) === 'row');
    return row !== undefined && this.#keysOf(row, row)[0]?.text !== this.#own.textOf(element);
  }

  #isCell(role: string | undefined): boolean {
    return role === 'cell' || role === 'gridcell';
  }

  /** What distinguishes it from others inside of something. */
  #inner(element: Element): LocatorWay[] {
    const role = this.#own.roleOf(element);
    const text = this.#own.textOf(element);
    const row = this.#isCell(role) ? this.#outer(element).find(each => this.#own.roleOf(each) === 'row') : undefined;
    if (role !== undefined && row !== undefined)
      return this.#known([this.#steps.nth(this.#steps.role(role), element, row)]);
    return this.#known([
      ...this.#own.byRole(element, this.#own.nameOf(element)),
      this.#own.byTestId(element),
      ...this.#own.justRole(role),
      ...this.#own.labelsOf(element).map(label => this.#steps.label(label)),
      ...this.#own.saying(text),
    ]);
  }

  /** By role or mark in the nearest thing around it that can be distinguished from its like; an item, by what is in it. */
  #scoped(element: Element): LocatorWay[] {
    const role = this.#own.roleOf(element) ?? '';
    const [item] = this.#listed.includes(role) ? this.#items(element, element, role) : [];
    if (item !== undefined) return [item];
    const inner = this.#inner(element);
    const around = this.#outer(element);
    for (const container of around)
      for (const scope of this.#scopes(container, element)) {
        const way = inner.map(step => this.#steps.chain(scope, step)).find(step => this.#isShortWay(step, element));
        if (way !== undefined) return [way];
      }
    if (inner.length === 0 || inner.some(step => this.#isAlone(step, element))) return [];
    for (const container of around) {
      const way = this.#inCards(container, inner, element);
      if (way !== undefined) return [way];
    }
    return [];
  }

  /** In something around it that has no role: the only such, or the innermost that has it. */
  #inCards(container: Element, inner: readonly LocatorWay[], element: Element): LocatorWay | undefined {
    const ways = this.#cards(container, element).flatMap(card =>
      inner.flatMap(step => [
        this.#steps.chain(card, step),
        this.#steps.chain(this.#steps.innermost(card, this.#hiddenToo(step, element)), step),
      ]),
    );
    return ways.find(step => this.#isShortWay(step, element));
  }

  #tagAndType(element: Element): string {
    if (element.localName !== 'input') return element.localName;
    const type = element.getAttribute('type');
    return type === null ? 'input:not([type])' : `input[type=${JSON.stringify(type)}]`;
  }

  #hiddenToo(step: LocatorWay, element: Element): LocatorWay {
    const role = element.getAttribute('role');
    if (!step.text.startsWith('getByRole')) return step;
    return this.#steps.css(role === null ? this.#tagAndType(element) : `[role=${JSON.stringify(role)}]`);
  }

  /** What says nothing, as a box that is only drawn: by its place in the nearest thing that can be distinguished from its like. */
  #placed(element: Element): LocatorWay | undefined {
    const parts = [this.#part(element)];
    for (const container of this.#outer(element)) {
      const inner = this.#steps.css(parts.join(' > '));
      for (const scope of this.#scopes(container, element)) {
        const way = this.#steps.chain(scope, inner);
        if (this.#isShortWay(way, element)) return way;
      }
      const inCard = this.#inCards(container, [inner], element);
      if (inCard !== undefined) return inCard;
      parts.unshift(this.#part(container));
    }
    return undefined;
  }

  #isShortWay(step: LocatorWay, element: Element): boolean {
    return step.text.length < 300 && this.#isAlone(step, element);
  }

  *#scopes(container: Element, element: Element): Generator<LocatorWay> {
    const role = this.#own.roleOf(container);
    if (role !== undefined && this.#listed.includes(role)) {
      yield* this.#items(container, element, role);
      yield this.#steps.role(role);
      return;
    }
    const title = this.#own.valueOf(container, 'title');
    const byTitle = title === undefined ? undefined : this.#steps.attributed('getByTitle', 'title', title);
    yield* this.#known([this.#own.byTestId(container), this.#own.marks(container)[0], byTitle]);
    if (role === undefined) return;
    const groups = /^(?:button|form|group|region|dialog|alertdialog|tabpanel|list|table|grid|toolbar|menu|radiogroup)$/;
    const landmarks = /^(?:main|navigation|banner|contentinfo|complementary|search|dialog|alertdialog)$/;
    if (groups.test(role) || landmarks.test(role)) yield* this.#own.byRole(container, this.#own.nameOf(container));
    if (landmarks.test(role)) yield this.#steps.role(role);
  }

  /** Rows and the like, by a part of them that is not of the element: alone, or alone in something around them. */
  *#items(container: Element, element: Element, role: string): Generator<LocatorWay> {
    const like = this.#steps.role(role);
    const ways = this.#keysOf(container, element).flatMap(({ text, key }) =>
      key === undefined ? this.#steps.saying(like, text) : [this.#steps.having(like, key)],
    );
    for (const way of ways) if (this.#isAlone(way, container)) yield way;
    for (const scope of this.#around(container))
      for (const way of ways) {
        const inside = this.#steps.chain(scope, way);
        if (this.#isAlone(inside, container)) yield inside;
      }
  }

  /** The same for what has no role, such as a card: alone, or else the innermost that has the text and the element. */
  #cards(container: Element, element: Element): LocatorWay[] {
    const tag = container.localName;
    if (/^(?:a|button|label|p|span|ul|ol|table|tbody)$/.test(tag)) return [];
    return this.#keysOf(container, element, text => this.#index.saying('text', text).length === 1).flatMap(({ text }) =>
      this.#steps.saying(this.#steps.css(tag), text),
    );
  }

  /** Parts by which people tell it from its like, the best first: a text, and its role where it has one that says so. */
  #keysOf(container: Element, element: Element, isTelling: (text: string) => boolean = () => true): Key[] {
    const isApart = (each: Element) => !each.contains(element) && !element.contains(each);
    const found = new Map<string, Element | undefined>();
    for (const { text, part } of this.#partsOf(container))
      if (!found.has(text) && (container === element || part === undefined || isApart(part))) found.set(text, part);
    const texts = [...found.keys()].filter(isTelling);
    // Numbers change, and the words of a control are on its like as well.
    return [...texts.filter(text => !/\d/.test(text)), ...texts.filter(text => /\d/.test(text))]
      .slice(0, 3)
      .map(text => {
        const part = found.get(text);
        return { text, key: part && this.#keyOf(part) };
      });
  }

  #partsOf(container: Element): SaidPart[] {
    const known = this.#parts.get(container);
    if (known !== undefined) return known;
    const parts =
      'h1, h2, h3, h4, h5, h6, th, td, dt, strong, b, a, label, [role=heading], [role=rowheader], [role=cell], span, p, :not(:has(*))';
    const ofElements = this.#partsIn(container, parts)
      .slice(0, 200)
      .flatMap(part => {
        const text = this.#own.textOf(part);
        return text === undefined ? [] : [{ text, part }];
      });
    const own = [...container.childNodes].flatMap(({ nodeType, textContent }) => {
      const text = this.#own.normal(textContent);
      const isText = nodeType === 3 && text.length <= 60 && /[\p{L}\p{N}]/u.test(text);
      return isText ? [{ text, part: undefined }] : [];
    });
    const made = [...ofElements, ...own];
    this.#parts.set(container, made);
    return made;
  }

  /** Also what elements of the page's making have inside, in what is no larger than a row. */
  #partsIn(container: Element, parts: string): Element[] {
    const roots = [container, ...[...container.querySelectorAll('*')].slice(0, 200)].flatMap(
      each => each.shadowRoot ?? [],
    );
    const own = [...container.querySelectorAll(parts)];
    return [...own, ...roots.flatMap(root => [...root.querySelectorAll(parts)])];
  }

  #keyOf(element: Element): LocatorWay | undefined {
    const role = this.#own.roleOf(element) ?? '';
    const name = this.#own.nameOf(element);
    const isTelling = /^(?:heading|rowheader|cell|gridcell|link|img|term|strong|button)$/.test(role);
    return isTelling && name !== '' && name.length <= 60 ? this.#steps.role(role, name, true) : undefined;
  }

  /** By its place below what has an id; what has a role is rather counted than found by a place in the whole page. */
  #path(element: Element): LocatorWay | undefined {
    const parts: string[] = [];
    for (const each of [element, ...this.#outer(element)]) {
      const [mark] = this.#own.marks(each);
      if (mark !== undefined && each !== element) return this.#steps.css([mark.selector, ...parts].join(' > '));
      parts.unshift(this.#part(each));
    }
    return this.#own.roleOf(element) === undefined ? this.#steps.css(parts.join(' > ')) : undefined;
  }

  /** The only one of its kind, for now. */
  #unnamed(element: Element, name: string): LocatorWay | undefined {
    const role = this.#own.roleOf(element);
    return role === undefined || name !== '' ? undefined : this.#steps.role(role);
  }

  #part(element: Element): string {
    const { localName, parentNode } = element;
    const like = [...(parentNode?.children ?? [])].filter(other => other.localName === localName);
    return like.length > 1 ? `${localName}:nth-of-type(${like.indexOf(element) + 1})` : localName;
  }

  /** What says of its kind which it is. */
  #kind(element: Element): LocatorWay | undefined {
    return this.#own.kinds(element).find(step => this.#isAlone(step, element));
  }

  /** Ways to things around it that are alone themselves, the nearest first; an id that counts is better than none. */
  *#around(element: Element): Generator<LocatorWay> {
    for (const each of this.#outer(element)) {
      const scopes = [...this.#scopes(each, element), ...this.#own.byId(each)];
      for (const scope of scopes) if (this.#isAlone(scope, each, true)) yield scope;
    }
  }

  /** Which one of its like in the nearest thing that is alone. */
  #countedWithin(element: Element, name: string): LocatorWay | undefined {
    const [scope] = this.#around(element);
    const like = this.#like(element, name);
    const inside = scope && like && this.#steps.chain(scope, like);
    return inside && (this.#isAlone(inside, element, true) ? inside : this.#steps.nth(inside, element));
  }

  /** The last resort: which one of its like. */
  #counted(element: Element, name: string): LocatorWay | undefined {
    return this.#steps.nth(this.#like(element, name) ?? this.#steps.css(element.localName), element);
  }

  #like(element: Element, name: string): LocatorWay | undefined {
    const role = this.#own.roleOf(element);
    return role === undefined ? undefined : this.#steps.role(role, name || undefined, name !== '');
  }
}
