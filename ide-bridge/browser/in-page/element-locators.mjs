/**
 * Runs inside the page, in a world of our own: the locators of an element that lead to it alone now, the one that is
 * likeliest to last first. Names, roles and matches are those of Playwright's own library in the page, so that a
 * locator finds there what it finds in a run. Sent as source text, so it uses nothing from outside.
 */
export class ElementLocators {
  /** Roles of what is repeated many times in a row. */
  #listed = ['row', 'listitem', 'article', 'treeitem', 'option'];
  #playwright;
  #isGenerated;
  #testId;
  #steps;

  constructor(playwright, steps, { isGenerated, testId }) {
    this.#playwright = playwright;
    this.#steps = steps;
    this.#isGenerated = isGenerated;
    this.#testId = testId;
  }

  /** In Playwright's notation; empty when nothing leads to it alone. */
  of(element) {
    // The page cannot change meanwhile, so that roles, names and texts are worked out once for all locators.
    return this.#playwright.remember(() => this.#all(element));
  }

  #all(element) {
    const found = [];
    const isNew = ({ text }) => found.length < 5 && !found.some(other => other.text === text);
    const add = steps => {
      for (const step of steps) if (step && isNew(step) && this.#isAlone(step, element)) found.push(step);
    };
    const name = this.#nameOf(element);
    const byRole = this.#byRole(element, name);
    const role = byRole.find(step => this.#isAlone(step, element));
    const isOfItem = this.#isOfItem(element);
    if (isOfItem || /\d\W*$/.test(name)) add([this.#byTestId(element), ...this.#marks(element)]);
    if (isOfItem) add(this.#scoped(element));
    add([role, ...this.#written(element)]);
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

  #seen(element, byRole) {
    const role = byRole.find(step => this.#isAlone(step, element, false));
    const written = this.#written(element).flatMap(step => (step ? [this.#steps.shown(step)] : []));
    return [role ?? written.find(step => this.#isAlone(step, element))].filter(Boolean);
  }

  /** The way for a check of its text, if there is a lasting one that does not say it; else, of its being there. */
  forCheck(element, text) {
    return this.#playwright.remember(() => {
      const role = this.#roleOf(element);
      const silent =
        role === 'heading' ? [] : [this.#byTestId(element), role && this.#steps.role(role), this.#marks(element)[0]];
      const way = silent.find(step => step && this.#isAlone(step, element));
      if (way !== undefined) return { locator: way.text, isBySaying: false };
      const said = this.#all(element).find(each => each.startsWith('getBy') && each.includes(this.#steps.quoted(text)));
      return said === undefined ? undefined : { locator: said, isBySaying: true };
    });
  }

  roleAndName(element) {
    return { role: this.#roleOf(element) ?? '', name: this.#nameOf(element).slice(0, 120) };
  }

  lasting(marks) {
    return Object.fromEntries(Object.entries(marks).filter(([, value]) => !this.#isGenerated(value)));
  }

  #find({ selector }, root) {
    return this.#playwright.querySelectorAll(this.#playwright.parseSelector(selector), root);
  }

  /** What is hidden now may be seen when the locator is used. */
  #isAlone(step, element, isWithHidden = true) {
    if (step.text.includes('{{')) return false;
    const { selector } = step;
    const wider = isWithHidden
      ? selector.replaceAll(/internal:role=[a-z]+/g, role => `${role}[include-hidden=true]`)
      : selector;
    const found = this.#find({ selector: wider }, element.ownerDocument);
    return found.length === 1 && found[0] === element;
  }

  /** None where nobody finds it by that. */
  #roleOf(element) {
    if (element.closest('[aria-hidden=true]')) return undefined;
    const role = this.#playwright.utils.getAriaRole(element);
    return role === null || ['generic', 'none', 'presentation'].includes(role) ? undefined : role;
  }

  #nameOf(element) {
    return this.#normal(this.#playwright.utils.getElementAccessibleNameText(element, false));
  }

  #normal(text) {
    return String(text ?? '')
      .replace(/\s+/g, ' ')
      .trim();
  }

  /** From the one that says least to the one that says most. */
  #byRole(element, name) {
    const role = this.#roleOf(element);
    if (role === undefined || name === '' || name.length > 300 || /^[\p{Co}\s]*$/u.test(name)) return [];
    // Longer ones are looked for by their beginning, which ends with a word.
    const start = name.length > 80 ? name.slice(0, 80).replace(/\s+\S*$/u, '') : name;
    return [this.#steps.role(role, start, false), this.#steps.role(role, name, true)];
  }

  /** What somebody wrote for it: test id, label, placeholder and the like, its text, its id. */
  #written(element) {
    const calls = { placeholder: 'getByPlaceholder', alt: 'getByAltText', title: 'getByTitle' };
    const attributes = Object.entries(calls).map(([name, call]) => {
      const value = this.#valueOf(element, name);
      return value && this.#steps.attributed(call, name, value);
    });
    const text = this.#textOf(element);
    return [
      this.#byTestId(element),
      ...this.#labelsOf(element).map(label => this.#steps.exact('getByLabel', 'internal:label', label)),
      ...attributes,
      text && this.#steps.exact('getByText', 'internal:text', text),
      ...this.#marks(element),
    ];
  }

  #byTestId(element) {
    const value = this.#valueOf(element, this.#testId);
    if (value === undefined || this.#isGenerated(value)) return undefined;
    return this.#steps.testId(this.#testId, value);
  }

  #valueOf(element, name) {
    const value = element.getAttribute(name);
    return value !== null && value !== '' && value.length <= 80 && value === this.#normal(value) ? value : undefined;
  }

  #labelsOf(element) {
    const labels = [...(element.labels ?? [])].map(label => this.#normal(label.textContent));
    const said = [this.#valueOf(element, 'aria-label'), ...labels];
    return said.filter(text => text && text.length <= 60);
  }

  /** What is typed or chosen is no text of the page's making. */
  #textOf(element) {
    if (/^(?:input|select|textarea|option)$/.test(element.localName) || element.isContentEditable) return undefined;
    const text = this.#normal(element.textContent);
    return text !== '' && text.length <= 60 && /[\p{L}\p{N}]/u.test(text) ? text : undefined;
  }

  #marks(element) {
    const id = this.#valueOf(element, 'id');
    const isWritten =
      id !== undefined && /^[A-Za-z][\w-]{0,40}$/.test(id) && !this.#isGenerated(id) && !this.#isCounter(element, id);
    const marks = ['name', 'href', 'for', 'type', 'data-test', 'data-cy', 'data-qa'].flatMap(name => {
      const value = this.#valueOf(element, name);
      if (value === undefined || value === '#' || this.#isGenerated(value)) return [];
      return [this.#steps.css(`${element.localName}[${name}=${JSON.stringify(value)}]`)];
    });
    return [isWritten ? this.#steps.css(`#${id}`) : undefined, ...marks];
  }

  /** A number between words, or an id that another has with another number: the place of the element, not which it is. */
  #isCounter(element, id) {
    if (/[A-Za-z][-_]\d+[-_][A-Za-z]/.test(id)) return true;
    if (!/\d/.test(id)) return false;
    const [start = ''] = id.split(/\d/);
    const like = element.getRootNode().querySelectorAll(`[id^=${JSON.stringify(start)}]`);
    const shape = text => text.replace(/\d+/g, '0');
    return [...like].some(other => other !== element && shape(other.id) === shape(id));
  }

  #outer(element) {
    const found = [];
    let each = element;
    while (found.length < 12) {
      each = each.assignedSlot ?? each.parentElement ?? each.getRootNode().host;
      if (!each || /^(?:body|html)$/.test(each.localName)) break;
      found.push(each);
    }
    return found;
  }

  /** A row, an item without a name, or a cell whose content is not what its row is known by: what it says changes sooner than what it is in. */
  #isOfItem(element) {
    const role = this.#roleOf(element);
    if (!/^(?:grid)?cell$/.test(role))
      return role === 'row' || (this.#listed.includes(role) && this.#nameOf(element) === '');
    const row = this.#outer(element).find(each => this.#roleOf(each) === 'row');
    return row !== undefined && this.#keysOf(row, row)[0]?.text !== this.#textOf(element);
  }

  /** What distinguishes it from others inside of something. */
  #inner(element) {
    const role = this.#roleOf(element);
    const text = this.#textOf(element);
    const row = /^(?:grid)?cell$/.test(role) && this.#outer(element).find(each => this.#roleOf(each) === 'row');
    if (row) return [this.#steps.at(this.#steps.role(role), this.#find(this.#steps.role(role), row).indexOf(element))];
    return [
      ...this.#byRole(element, this.#nameOf(element)),
      this.#byTestId(element),
      role && this.#steps.role(role),
      ...this.#labelsOf(element).map(label => this.#steps.exact('getByLabel', 'internal:label', label)),
      text && this.#steps.exact('getByText', 'internal:text', text),
    ].filter(Boolean);
  }

  /** By role or mark in the nearest thing around it that can be distinguished from its like; an item, by what is in it. */
  #scoped(element) {
    const role = this.#roleOf(element);
    const [item] = this.#listed.includes(role) ? this.#items(element, element, role) : [];
    if (item !== undefined) return [item];
    const inner = this.#inner(element);
    const around = this.#outer(element);
    const scopes = function* (parts) {
      for (const container of around) yield* parts(container);
    };
    for (const scope of scopes(container => this.#scopes(container, element))) {
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
  #inCards(container, inner, element) {
    const ways = this.#cards(container, element).flatMap(card =>
      inner.flatMap(step => [
        this.#steps.chain(card, step),
        this.#steps.chain(this.#steps.innermost(card, this.#hiddenToo(step, element)), step),
      ]),
    );
    return ways.find(step => this.#isShortWay(step, element));
  }

  #kindOf(element) {
    if (element.localName !== 'input') return element.localName;
    const type = element.getAttribute('type');
    return type === null ? 'input:not([type])' : `input[type=${JSON.stringify(type)}]`;
  }

  #hiddenToo(step, element) {
    const role = element.getAttribute('role');
    if (!step.selector.startsWith('internal:role')) return step;
    return this.#steps.css(role === null ? this.#kindOf(element) : `[role=${JSON.stringify(role)}]`);
  }

  /** What says nothing, as a box that is only drawn: by its place in the nearest thing that can be distinguished from its like. */
  #placed(element) {
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

  #isShortWay(step, element) {
    return step.text.length < 300 && this.#isAlone(step, element);
  }

  #scopes(container, element) {
    const role = this.#roleOf(container);
    if (this.#listed.includes(role)) return [...this.#items(container, element, role), this.#steps.role(role)];
    const found = [this.#byTestId(container), this.#marks(container)[0]];
    const title = this.#valueOf(container, 'title');
    if (title !== undefined) found.push(this.#steps.attributed('getByTitle', 'title', title));
    if (role === undefined) return found.filter(Boolean);
    const name = this.#nameOf(container);
    const groups = /^(?:button|form|group|region|dialog|alertdialog|tabpanel|list|table|grid|toolbar|menu|radiogroup)$/;
    const landmarks = /^(?:main|navigation|banner|contentinfo|complementary|search|dialog|alertdialog)$/;
    if (groups.test(role) || landmarks.test(role)) found.push(...this.#byRole(container, name));
    if (landmarks.test(role)) found.push(this.#steps.role(role));
    return found.filter(Boolean);
  }

  /** Rows and the like, by a part of them that is not of the element. */
  #items(container, element, role) {
    const like = this.#steps.role(role);
    return this.#keysOf(container, element)
      .flatMap(({ text, key }) =>
        key === undefined ? this.#steps.saying(like, text) : [this.#steps.having(like, key)],
      )
      .filter(step => this.#isAlone(step, container));
  }

  /** The same for what has no role, such as a card: alone, or else the innermost that has the text and the element. */
  #cards(container, element) {
    const tag = container.localName;
    if (/^(?:a|button|label|p|span|ul|ol|table|tbody)$/.test(tag)) return [];
    const said = text => this.#find(this.#steps.exact('getByText', 'internal:text', text), element.ownerDocument);
    return this.#keysOf(container, element)
      .filter(({ text }) => said(text).length === 1)
      .flatMap(({ text }) => this.#steps.saying(this.#steps.css(tag), text));
  }

  /** Parts by which people tell it from its like, the best first: a text, and its role where it has one that says so. */
  #keysOf(container, element) {
    const parts =
      'h1, h2, h3, h4, h5, h6, th, td, dt, strong, b, a, label, [role=heading], [role=rowheader], [role=cell], span, p, :not(:has(*))';
    const isApart = each => !each.contains(element) && !element.contains(each);
    const found = new Map();
    for (const each of this.#within(container, parts)) {
      const text = container === element || isApart(each) ? this.#textOf(each) : undefined;
      if (text !== undefined && !found.has(text)) found.set(text, this.#keyOf(each));
    }
    for (const { nodeType, textContent } of container.childNodes) {
      const text = this.#normal(textContent);
      const isText = nodeType === 3 && text.length <= 60 && /[\p{L}\p{N}]/u.test(text);
      if (isText && !found.has(text)) found.set(text, undefined);
    }
    const keys = [...found].map(([text, key]) => ({ text, key }));
    // Numbers change, and the words of a control are on its like as well.
    return [...keys.filter(({ text }) => !/\d/.test(text)), ...keys.filter(({ text }) => /\d/.test(text))].slice(0, 3);
  }

  /** Also what elements of the page's making have inside, in what is no larger than a row. */
  #within(container, parts) {
    const hosts = [container, ...[...container.querySelectorAll('*')].slice(0, 200)].filter(each => each.shadowRoot);
    const own = [...container.querySelectorAll(parts)];
    return [...own, ...hosts.flatMap(({ shadowRoot }) => [...shadowRoot.querySelectorAll(parts)])];
  }

  #keyOf(element) {
    const role = this.#roleOf(element);
    const name = this.#nameOf(element);
    const isTelling = /^(?:heading|rowheader|cell|gridcell|link|img|term|strong|button)$/.test(role);
    return isTelling && name !== '' && name.length <= 60 ? this.#steps.role(role, name, true) : undefined;
  }

  /** By its place below what has an id; never by a class, which builds make up anew. */
  #path(element) {
    const parts = [];
    for (const each of [element, ...this.#outer(element)]) {
      const [mark] = this.#marks(each);
      if (mark !== undefined && each !== element) {
        parts.unshift(mark.selector.slice('css='.length));
        break;
      }
      parts.unshift(this.#part(each));
    }
    return this.#steps.css(parts.join(' > '));
  }

  /** The only one of its kind, for now. */
  #unnamed(element, name) {
    const role = this.#roleOf(element);
    return role === undefined || name !== '' ? undefined : this.#steps.role(role);
  }

  #part(element) {
    const { localName, parentNode } = element;
    const like = [...(parentNode?.children ?? [])].filter(other => other.localName === localName);
    return like.length > 1 ? `${localName}:nth-of-type(${like.indexOf(element) + 1})` : localName;
  }

  /** The last resort: which one of its like. */
  #counted(element, name) {
    const role = this.#roleOf(element);
    const like =
      role === undefined ? this.#steps.css(element.localName) : this.#steps.role(role, name || undefined, true);
    const index = this.#find(like, element.ownerDocument).indexOf(element);
    return index < 0 ? undefined : this.#steps.at(like, index);
  }
}
