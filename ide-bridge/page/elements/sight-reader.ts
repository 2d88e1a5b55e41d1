import type { AnyElement, AnyRoot } from '../any-element.ts';

/** `twin`: whether another looks the same, in the same container or in another one. */
interface SeenElement {
  tag: string;
  text: string;
  inputType: string | undefined;
  marks: Record<string, string>;
  attributes: Record<string, string>;
  isDisabled: true | undefined;
  surroundings: string | undefined;
  item: string | undefined;
  group: string | undefined;
  heading: string | undefined;
  container: string | undefined;
  twin: 'inside' | 'outside' | undefined;
}

/** What is seen of an element, by which it is found again once the page has changed. */
export class SightReader {
  readonly #most: number;
  readonly #testId: string;
  /** Sums of money. */
  readonly #amount: RegExp;
  readonly #markNames: readonly string[];

  constructor(most: number, testId: string, amount: string) {
    this.#most = most;
    this.#testId = testId;
    this.#amount = new RegExp(amount, 'giu');
    this.#markNames = ['id', testId, 'data-testid', 'data-test', 'data-cy', 'data-qa', 'name', 'href', 'for'];
  }

  read(element: AnyElement): SeenElement {
    return {
      tag: element.localName,
      text: this.#textOf(element),
      inputType: element.localName === 'input' ? String(element.type) : undefined,
      marks: this.#marks(element),
      attributes: this.#attributes(element),
      isDisabled: element.matches(':disabled, [aria-disabled=true]') ? true : undefined,
      surroundings: this.#surroundings(element),
      ...this.#place(element),
      container: this.#container(element),
      twin: this.#duplicate(element),
    };
  }

  #place(element: AnyElement) {
    const outer = this.#outer(element);
    return {
      item: this.#item(element, outer),
      group: this.#group(outer),
      heading: this.#heading(element, outer),
    };
  }

  #container(element: AnyElement): string | undefined {
    for (const each of this.#outer(element)) {
      const marks = this.#marks(each, ['id', this.#testId, 'data-testid', 'data-test', 'data-cy', 'data-qa']);
      const [mark] = Object.entries(marks);
      if (mark !== undefined) return mark.join('=');
    }
    return undefined;
  }

  /** Where another element has the same words and an equally named place. */
  #duplicate(element: AnyElement): SeenElement['twin'] {
    const all = this.#all(element, element.localName);
    if (all.length > 2_000) return 'inside';
    const words = this.#words(element);
    const alike = all.filter(
      each => each !== element && each.type === element.type && !each.contains(element) && this.#words(each) === words,
    );
    if (alike.length === 0) return undefined;
    const place = JSON.stringify(this.#place(element));
    const duplicates = alike.filter(each => JSON.stringify(this.#place(each)) === place);
    if (duplicates.length === 0) return undefined;
    const container = this.#container(element);
    return duplicates.some(each => this.#container(each) === container) ? 'inside' : 'outside';
  }

  /** Through shadow roots, from the inside out. */
  #outer(element: AnyElement): AnyElement[] {
    const found: AnyElement[] = [];
    let each: AnyElement | undefined = element.parentElement ?? this.#rootOf(element).host;
    while (each && each.localName !== 'body' && each.localName !== 'html') {
      found.push(each);
      each = each.parentElement ?? this.#rootOf(each).host;
    }
    return found;
  }

  #rootOf(element: Element): AnyRoot {
    return element.getRootNode();
  }

  /** All in the document or shadow root of an element. */
  #all(element: Element, selector: string): AnyElement[] {
    return [...(this.#rootOf(element).querySelectorAll?.(selector) ?? [])];
  }

  #normal(text: unknown): string {
    const flat = String(text ?? '').replace(/\s+/g, ' ');
    return flat
      .trim()
      .slice(0, this.#most)
      .replace(/[\ud800-\udbff]$/, '');
  }

  /** Typed or chosen text is not the page's own. */
  #textOf(element: AnyElement): string {
    if (element.localName === 'input')
      return /^(?:submit|button|reset)$/.test(element.type ?? '') ? this.#normal(element.value) : '';
    if (element.matches('textarea, select') || element.isContentEditable) return '';
    return this.#normal(element.innerText ?? element.textContent);
  }

  #marks(element: AnyElement, names = this.#markNames): Record<string, string> {
    const marks: Record<string, string> = {};
    for (const name of names) {
      const value = element.getAttribute(name) ?? '';
      if (value === '' || value === '#' || value.length > this.#most) continue;
      const all = this.#all(element, `[${name}]`);
      if (all.filter(each => each.getAttribute(name) === value).length === 1) marks[name] = value;
    }
    return marks;
  }

  /** The test id is also under `testId`, whatever attribute it is in. */
  #attributes(element: AnyElement): Record<string, string> {
    const names = ['id', 'aria-label', 'title', 'placeholder', 'alt', 'name', 'href', this.#testId];
    if (element.matches('button, option, input:is([type=radio], [type=checkbox], [type=submit], [type=button])'))
      names.push('value');
    const data = element.getAttributeNames().filter(name => name.startsWith('data-') && name !== this.#testId);
    const attributes: Record<string, string> = {};
    for (const name of [...names, ...data.slice(0, 12)]) {
      const value = element.getAttribute(name)?.trim() ?? '';
      if (value !== '' && value.length <= this.#most) attributes[name === this.#testId ? 'testId' : name] = value;
    }
    const inside = this.#inside(element);
    return inside === '' ? attributes : { ...attributes, inside };
  }

  /** What a sign in it says, as that of a button that has no words. */
  #inside(element: AnyElement): string {
    const names = ['title', 'alt', 'aria-label', 'data-icon', 'href', 'xlink:href'];
    const signs = [...element.querySelectorAll('[title], [alt], [aria-label], [data-icon], use, i, svg')].slice(0, 5);
    const said = signs.flatMap(sign => [...names, 'class'].map(name => sign.getAttribute(name) ?? ''));
    return this.#normal(said.join(' '));
  }

  #surroundings(element: AnyElement): string | undefined {
    const { body } = element.ownerDocument;
    for (const each of [...this.#outer(element).slice(0, 6), body]) {
      const isPage = each === body || each.localName === 'main';
      const text = this.#textAround(element, each, isPage ? 'h1, h2, h3, h4, h5, h6' : 'script');
      const said = this.#normal(text.replace(this.#amount, ' '));
      // All of a page says where an element is only if it says little.
      if (isPage) return said === '' || text.length >= this.#most ? undefined : said;
      if (said !== '') return said;
    }
    return undefined;
  }

  /** Other controls do not tell where an element is, and its own labels are its name. */
  #textAround(element: AnyElement, outer: AnyElement, others: string): string {
    const controls = 'button, select, textarea, option, [role=button], [role=menuitem], [role=option]';
    const left = `${controls}, ${others}, script, style, noscript, template`;
    const labels = [...(element.labels ?? [])];
    const walker = outer.ownerDocument.createTreeWalker(outer, 4);
    let text = '';
    for (let count = 0; count < 300 && text.length < this.#most && walker.nextNode(); count++) {
      const node = walker.currentNode;
      const isLeft = node.parentElement?.closest(left) || labels.some(label => label.contains(node));
      if (!isLeft && !element.contains(node)) text += ` ${(node.nodeValue ?? '').trim()}`;
    }
    return text;
  }

  #words(element: AnyElement): string {
    const said = ['aria-label', 'placeholder', 'title', 'alt'].map(name => element.getAttribute(name));
    const labels = [...(element.labels ?? [])].map(label => label.textContent);
    const own = /^(?:input|textarea|select)$/.test(element.localName) ? this.#textOf(element) : element.textContent;
    const all = [own, ...said, ...labels, this.#referred(element)].map(text => this.#normal(text)).join(' ');
    return this.#normal(all.replace(this.#amount, '').replace(/\(\d+\)/g, '')).toLowerCase();
  }

  #referred(element: AnyElement): string {
    const ids = (element.getAttribute('aria-labelledby') ?? '').split(/\s+/);
    return ids.map(id => this.#rootOf(element).getElementById?.(id)?.textContent ?? '').join(' ');
  }

  #nameOf(element: AnyElement): string {
    const own = this.#normal(element.getAttribute('aria-label')) || this.#normal(this.#referred(element));
    if (own !== '' || element.localName !== 'fieldset') return own;
    return this.#normal(element.querySelector('legend')?.textContent);
  }

  #item(element: AnyElement, outer: readonly AnyElement[]): string | undefined {
    const items = 'tr, li, article, [role=row], [role=listitem], [role=article], [role=treeitem]';
    const item = outer.find(each => each.matches(items));
    if (item === undefined) return undefined;
    const keys =
      'h1, h2, h3, h4, h5, h6, th, td, dt, strong, b, a, [role=heading], [role=rowheader], [role=cell], [role=gridcell]';
    const texts = [...item.querySelectorAll(keys)]
      .filter(each => !each.contains(element) && !element.contains(each))
      .map(each => this.#normal(each.textContent));
    const [first = '', second = ''] = texts.filter(text => text !== '');
    const own = this.#normal(element.textContent);
    const rest =
      first === ''
        ? this.#normal(item.innerText ?? item.textContent)
            .replace(own, '')
            .trim()
        : '';
    return this.#lasting(this.#normal(`${first} ${second}${rest}`), item) || undefined;
  }

  /** Leaves out sums of money, which change, unless another item then says the same. */
  #lasting(texts: string, item: AnyElement): string {
    const short = this.#normal(texts.replace(this.#amount, ' '));
    if (short === '' || short === texts) return texts;
    const others = this.#all(item, item.localName).filter(
      each => each !== item && !each.contains(item) && !item.contains(each),
    );
    const says = (each: AnyElement) => this.#normal(String(each.innerText ?? '').replace(this.#amount, ' '));
    return others.some(each => says(each).includes(short)) ? texts : short;
  }

  #group(outer: readonly AnyElement[]): string | undefined {
    const groups =
      'main, nav, header, footer, aside, section, form, fieldset, dialog, [role=region], [role=dialog], [role=group], [role=form], [role=navigation], [role=tabpanel], [role=main], [role=search]';
    const around = outer.filter(each => each.matches(groups));
    const named = around.find(each => this.#nameOf(each) !== '');
    if (named !== undefined) return this.#nameOf(named);
    return around.find(each => !each.matches('section, fieldset'))?.localName;
  }

  #heading(element: AnyElement, outer: readonly AnyElement[]): string | undefined {
    for (const each of [...outer, element.ownerDocument.body]) {
      const before = [...each.querySelectorAll('h1, h2, h3, h4, h5, h6, [role=heading]')].filter(
        heading => (heading.compareDocumentPosition(element) & 4) === 4 && !heading.contains(element),
      );
      const last = this.#normal(before[before.length - 1]?.textContent);
      if (last !== '') return last;
    }
    return undefined;
  }
}
