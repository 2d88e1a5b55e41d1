import type { AnyRoot } from '../any-element.ts';
import type { LocatorSteps, LocatorWay } from './locator-steps.ts';
import type { OwnSteps } from './own-steps.ts';
import type { PlaywrightLibrary } from './playwright-library.ts';

/** Something by which people tell a thing from its like: a text, and its role where that says so. */
interface Key {
  text: string;
  key: LocatorWay | undefined;
}

/**
 * In a world of our own: the locators of an element that lead to it alone now, the one that is likeliest to last first.
 * Names, roles and matches are those of Playwright's own library in the page, so that a locator finds there what it finds
 * in a run.
 */
export class ElementLocators {
  /** Roles of what is repeated many times in a row. */
  readonly #listed = ['row', 'listitem', 'article', 'treeitem', 'option'];
  readonly #playwright: PlaywrightLibrary;
  readonly #steps: LocatorSteps;
  readonly #own: OwnSteps;

  constructor(playwright: PlaywrightLibrary, steps: LocatorSteps, own: OwnSteps) {
    this.#playwright = playwright;
    this.#steps = steps;
    this.#own = own;
  }

  /** In Playwright's notation; empty when nothing leads to it alone. */
  of(element: Element): string[] {
    // The page cannot change meanwhile, so that roles, names and texts are worked out once for all locators.
    return this.#playwright.remember(() => this.#all(element));
  }

  #all(element: Element): string[] {
    const found: LocatorWay[] = [];
    const isNew = ({ text }: LocatorWay) => found.length < 5 && !found.some(other => other.text === text);
    const add = (steps: readonly (LocatorWay | undefined)[]) => {
      for (const step of steps) if (step && isNew(step) && this.#isAlone(step, element)) found.push(step);
    };
    const name = this.#own.nameOf(element);
    const byRole = this.#own.byRole(element, name);
    const role = byRole.find(step => this.#isAlone(step, element));
    const isOfItem = this.#isOfItem(element);
    if (isOfItem || /\d\W*$/.test(name)) add([this.#own.byTestId(element), ...this.#own.marks(element)]);
    if (isOfItem) add(this.#scoped(element));
    add([role, ...this.#own.written(element)]);
    if (found.length < 4) add(this.#scoped(element));
    // Alone among what can be seen now is better than any place.
    const seen = found.length < 2 ? this.#seen(element, byRole) : [];
    const ways = [...new Set([...found, ...seen].map(({ text }) => text))];
    for (const last of [this.#unnamed, this.#placed, this.#path, this.#counted]) {
      const isNeeded = ways.length < 2 || (ways.length < 3 && found.length < 3);
      const step = isNeeded ? last.call(this, element, name) : undefined;
      if (step !== undefined && this.#isAlone(step, element, false)) ways.push(step.text);
    }
    return ways;
  }

  #seen(element: Element, byRole: readonly LocatorWay[]): LocatorWay[] {
    const role = byRole.find(step => this.#isAlone(step, element, false));
    const written = this.#own.written(element).flatMap(step => (step ? [this.#steps.shown(step)] : []));
    return this.#known([role ?? written.find(step => this.#isAlone(step, element))]);
  }

  /** The way for a check of its text, if there is a lasting one that does not say it; else, of its being there. */
  forCheck(element: Element, text: string): { locator: string; isBySaying: boolean } | undefined {
    return this.#playwright.remember(() => {
      const role = this.#own.roleOf(element);
      const silent =
        role === 'heading'
          ? []
          : [this.#own.byTestId(element), ...this.#own.justRole(role), this.#own.marks(element)[0]];
      const way = silent.find(step => step && this.#isAlone(step, element));
      if (way !== undefined) return { locator: way.text, isBySaying: false };
      const said = this.#all(element).find(each => each.startsWith('getBy') && each.includes(this.#steps.quoted(text)));
      return said === undefined ? undefined : { locator: said, isBySaying: true };
    });
  }

  roleAndName(element: Element): { role: string; name: string } {
    return { role: this.#own.roleOf(element) ?? '', name: this.#own.nameOf(element).slice(0, 120) };
  }

  #known(steps: readonly (LocatorWay | undefined)[]): LocatorWay[] {
    return steps.filter(step => step !== undefined);
  }

  #find({ selector }: Pick<LocatorWay, 'selector'>, root: Node): Element[] {
    return this.#playwright.querySelectorAll(this.#playwright.parseSelector(selector), root);
  }

  /** What is hidden now may be seen when the locator is used. */
  #isAlone(step: LocatorWay, element: Element, isWithHidden = true): boolean {
    if (step.text.includes('{{')) return false;
    const { selector } = step;
    const wider = isWithHidden
      ? selector.replaceAll(/internal:role=[a-z]+/g, role => `${role}[include-hidden=true]`)
      : selector;
    const found = this.#find({ selector: wider }, element.ownerDocument);
    return found.length === 1 && found[0] === element;
  }

  #outer(element: Element): Element[] {
    const found: Element[] = [];
    let each: Element | undefined = element;
    while (found.length < 12) {
      const root: AnyRoot = each.getRootNode();
      each = each.assignedSlot ?? each.parentElement ?? root.host;
      if (!each || /^(?:body|html)$/.test(each.localName)) break;
      found.push(each);
    }
    return found;
  }

  /** A row, an item without a name, or a cell whose content is not what its row is known by: what it says changes sooner than what it is in. */
  #isOfItem(element: Element): boolean {
    const role = this.#own.roleOf(element) ?? '';
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
      return [this.#steps.at(this.#steps.role(role), this.#find(this.#steps.role(role), row).indexOf(element))];
    return this.#known([
      ...this.#own.byRole(element, this.#own.nameOf(element)),
      this.#own.byTestId(element),
      ...this.#own.justRole(role),
      ...this.#own.labelsOf(element).map(label => this.#steps.exact('getByLabel', 'internal:label', label)),
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

  #kindOf(element: Element): string {
    if (element.localName !== 'input') return element.localName;
    const type = element.getAttribute('type');
    return type === null ? 'input:not([type])' : `input[type=${JSON.stringify(type)}]`;
  }

  #hiddenToo(step: LocatorWay, element: Element): LocatorWay {
    const role = element.getAttribute('role');
    if (!step.selector.startsWith('internal:role')) return step;
    return this.#steps.css(role === null ? this.#kindOf(element) : `[role=${JSON.stringify(role)}]`);
  }

  /** What says nothing, as a box that is only drawn: by its place in the nearest thing that can be distinguished from its like. */
  #placed(element: Element): LocatorWay | undefined {
    const parts = [this.#part(element)];
    for (const container of this.#outer(element)) {
      const inner = this.#steps.css(parts.join(' > '));
      const scopes = this.#scopes(container, element);
      const way = scopes.map(scope => this.#steps.chain(scope, inner)).find(step => this.#isShortWay(step, element));
      const found = way ?? this.#inCards(container, [inner], element);
      if (found !== undefined) return found;
      parts.unshift(this.#part(container));
    }
    return undefined;
  }

  #isShortWay(step: LocatorWay, element: Element): boolean {
    return step.text.length < 300 && this.#isAlone(step, element);
  }

  #scopes(container: Element, element: Element): LocatorWay[] {
    const role = this.#own.roleOf(container);
    if (role !== undefined && this.#listed.includes(role))
      return [...this.#items(container, element, role), this.#steps.role(role)];
    const found: (LocatorWay | undefined)[] = [this.#own.byTestId(container), this.#own.marks(container)[0]];
    const title = this.#own.valueOf(container, 'title');
    if (title !== undefined) found.push(this.#steps.attributed('getByTitle', 'title', title));
    if (role === undefined) return this.#known(found);
    const name = this.#own.nameOf(container);
    const groups = /^(?:button|form|group|region|dialog|alertdialog|tabpanel|list|table|grid|toolbar|menu|radiogroup)$/;
    const landmarks = /^(?:main|navigation|banner|contentinfo|complementary|search|dialog|alertdialog)$/;
    if (groups.test(role) || landmarks.test(role)) found.push(...this.#own.byRole(container, name));
    if (landmarks.test(role)) found.push(this.#steps.role(role));
    return this.#known(found);
  }

  /** Rows and the like, by a part of them that is not of the element. */
  #items(container: Element, element: Element, role: string): LocatorWay[] {
    const like = this.#steps.role(role);
    return this.#keysOf(container, element)
      .flatMap(({ text, key }) =>
        key === undefined ? this.#steps.saying(like, text) : [this.#steps.having(like, key)],
      )
      .filter(step => this.#isAlone(step, container));
  }

  /** The same for what has no role, such as a card: alone, or else the innermost that has the text and the element. */
  #cards(container: Element, element: Element): LocatorWay[] {
    const tag = container.localName;
    if (/^(?:a|button|label|p|span|ul|ol|table|tbody)$/.test(tag)) return [];
    const said = (text: string) =>
      this.#find(this.#steps.exact('getByText', 'internal:text', text), element.ownerDocument);
    return this.#keysOf(container, element)
      .filter(({ text }) => said(text).length === 1)
      .flatMap(({ text }) => this.#steps.saying(this.#steps.css(tag), text));
  }

  /** Parts by which people tell it from its like, the best first: a text, and its role where it has one that says so. */
  #keysOf(container: Element, element: Element): Key[] {
    const parts =
      'h1, h2, h3, h4, h5, h6, th, td, dt, strong, b, a, label, [role=heading], [role=rowheader], [role=cell], span, p, :not(:has(*))';
    const isApart = (each: Element) => !each.contains(element) && !element.contains(each);
    const found = new Map<string, LocatorWay | undefined>();
    for (const each of this.#within(container, parts)) {
      const text = container === element || isApart(each) ? this.#own.textOf(each) : undefined;
      if (text !== undefined && !found.has(text)) found.set(text, this.#keyOf(each));
    }
    for (const { nodeType, textContent } of container.childNodes) {
      const text = this.#own.normal(textContent);
      const isText = nodeType === 3 && text.length <= 60 && /[\p{L}\p{N}]/u.test(text);
      if (isText && !found.has(text)) found.set(text, undefined);
    }
    const keys = [...found].map(([text, key]) => ({ text, key }));
    // Numbers change, and the words of a control are on its like as well.
    return [...keys.filter(({ text }) => !/\d/.test(text)), ...keys.filter(({ text }) => /\d/.test(text))].slice(0, 3);
  }

  /** Also what elements of the page's making have inside, in what is no larger than a row. */
  #within(container: Element, parts: string): Element[] {
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

  /** By its place below what has an id; never by a class, which builds make up anew. */
  #path(element: Element): LocatorWay {
    const parts: string[] = [];
    for (const each of [element, ...this.#outer(element)]) {
      const [mark] = this.#own.marks(each);
      if (mark !== undefined && each !== element) {
        parts.unshift(mark.selector.slice('css='.length));
        break;
      }
      parts.unshift(this.#part(each));
    }
    return this.#steps.css(parts.join(' > '));
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

  /** The last resort: which one of its like. */
  #counted(element: Element, name: string): LocatorWay | undefined {
    const role = this.#own.roleOf(element);
    const like =
      role === undefined ? this.#steps.css(element.localName) : this.#steps.role(role, name || undefined, true);
    const index = this.#find(like, element.ownerDocument).indexOf(element);
    return index < 0 ? undefined : this.#steps.at(like, index);
  }
}
