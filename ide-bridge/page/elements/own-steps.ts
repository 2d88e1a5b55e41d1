import type { AnyElement } from '../any-element.ts';
import type { CssWay, LocatorSteps, LocatorWay } from './locator-steps.ts';
import type { PageIndex } from './page-index.ts';

export interface IdRules {
  /** Whether a program made up an id, name or class, so that the next build has another. */
  isGenerated(value: string): boolean;
  /** The attribute that holds test ids. */
  testId: string;
}

/** Steps that name an element by what is on it alone: role and name, what somebody wrote for it, marks. */
export class OwnSteps {
  readonly #index: PageIndex;
  readonly #steps: LocatorSteps;
  readonly #rules: IdRules;

  constructor(index: PageIndex, steps: LocatorSteps, rules: IdRules) {
    this.#index = index;
    this.#steps = steps;
    this.#rules = rules;
  }

  /** None where nobody finds it by that. */
  roleOf(element: Element): string | undefined {
    if (element.closest('[aria-hidden=true]')) return undefined;
    const role = this.#index.roleOf(element) ?? 'none';
    return ['generic', 'none', 'presentation', 'iframe'].includes(role) ? undefined : role;
  }

  nameOf(element: Element): string {
    return this.#index.nameOf(element);
  }

  normal(text: string | null | undefined): string {
    return String(text ?? '')
      .replace(/\s+/g, ' ')
      .trim();
  }

  /** From the one that says least to the one that says most. */
  byRole(element: Element, name: string): LocatorWay[] {
    const role = this.roleOf(element);
    // Longer ones are looked for by their beginning, which ends with a word; icons mean nothing outside of their font.
    const [plain = ''] = name.split(/\s*\p{Co}+\s*/u).sort((one, other) => other.length - one.length);
    const words = plain.length > 80 ? plain.slice(0, 80).replace(/\s+\S*$/u, '') : plain;
    // Half a surrogate pair would match nothing.
    const start = words.replace(/[\ud800-\udbff]$/, '');
    if (role === undefined || start === '') return [];
    const beginning = this.#steps.role(role, start);
    if (name.length > 300) return [beginning];
    const own = this.#ownWords(element, name);
    if (own !== undefined) return [this.#steps.role(role, own)];
    return [beginning, this.#steps.role(role, name), this.#steps.role(role, name, true)];
  }

  /** What its name says without what style sheets add, which some do only while the mouse is over it; undefined for no such name. */
  #ownWords(element: Element, name: string): string | undefined {
    if (element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby')) return undefined;
    const words = this.normal(element.textContent);
    return words.length > 1 && words.length <= 80 && words !== name && name.includes(words) ? words : undefined;
  }

  justRole(role: string | undefined): LocatorWay[] {
    return role === undefined ? [] : [this.#steps.role(role)];
  }

  /** Whether its name ends with a number that is no part of a series, such as Page 1 and Page 2: a count, which changes. */
  isCounting(element: Element, name: string): boolean {
    return /\d\W*$/.test(name) && this.#index.countSeries(this.roleOf(element) ?? '', name) < 2;
  }

  /** What somebody wrote for it: test id, label, placeholder and the like, its text, its id. */
  written(element: Element): (LocatorWay | undefined)[] {
    const calls = { placeholder: 'getByPlaceholder', alt: 'getByAltText', title: 'getByTitle' };
    const attributes = Object.entries(calls).map(([name, call]) => {
      const value = this.valueOf(element, name);
      return value === undefined ? undefined : this.#steps.attributed(call, name, value);
    });
    return [
      this.byTestId(element),
      ...this.labelsOf(element).map(label => this.#steps.label(label)),
      ...attributes,
      ...this.saying(this.textOf(element)),
      ...this.marks(element),
    ];
  }

  saying(text: string | undefined): LocatorWay[] {
    return text === undefined ? [] : [this.#steps.text(text)];
  }

  byTestId(element: Element): LocatorWay | undefined {
    const value = this.valueOf(element, this.#rules.testId);
    if (value === undefined || this.#rules.isGenerated(value)) return undefined;
    return this.#steps.testId(this.#rules.testId, value);
  }

  valueOf(element: Element, name: string): string | undefined {
    const value = element.getAttribute(name);
    return value !== null && value !== '' && value.length <= 80 && value === this.normal(value) ? value : undefined;
  }

  labelsOf(element: AnyElement): string[] {
    return this.#index.text.labels(element).filter(text => text.length <= 60);
  }

  /** What is typed or chosen is no text of the page's making. */
  textOf(element: AnyElement): string | undefined {
    if (/^(?:input|select|textarea|option)$/.test(element.localName) || element.isContentEditable) return undefined;
    const text = this.#index.text.of(element);
    return text !== '' && text.length <= 60 && /[\p{L}\p{N}]/u.test(text) ? text : undefined;
  }

  /** Its id, unless a program has made it up. */
  byId(element: Element): CssWay[] {
    const id = this.valueOf(element, 'id');
    const isWritten = id !== undefined && /^[A-Za-z][\w-]{0,40}$/.test(id) && !this.#rules.isGenerated(id);
    return isWritten ? [this.#steps.marked('*', 'id', id)] : [];
  }

  /** Its id, if that is no mere number of it, and attributes that say which it is. */
  marks(element: Element): CssWay[] {
    const names = ['name', 'href', 'for', 'type', 'data-test', 'data-cy', 'data-qa'];
    const marks = [...names, ...(element.localName === 'iframe' ? ['src'] : [])].flatMap(name => {
      const value = this.valueOf(element, name);
      if (value === undefined || value === '#' || this.#rules.isGenerated(value)) return [];
      return [this.#steps.marked(element.localName, name, value)];
    });
    return this.#isCounter(element, element.id) ? marks : [...this.byId(element), ...marks];
  }

  /** Attributes of the page's own and classes, which say what it is rather than which; with its text, the same. */
  kinds(element: Element): LocatorWay[] {
    const { localName } = element;
    if (!/^[a-z][a-z-]*$/.test(localName)) return [];
    const attributes = element.getAttributeNames().flatMap(name => {
      if (!/^(?:aria-controls|data-(?!v-|react|radix|testid)[a-z][a-z-]*)$/.test(name)) return [];
      const value = element.getAttribute(name) ?? '';
      // A number in it identifies today's data, or one build.
      const isWritten = /^[A-Za-z/#.][\w /#.:@-]{0,59}$/.test(value) && !/\d{3}|[:=]/.test(value);
      return isWritten && !/^#?(?:on|true|false)?$/.test(value) ? [this.#steps.marked(localName, name, value)] : [];
    });
    const classed = this.classes(element).map(name => this.#steps.classed(localName, name));
    const text = this.textOf(element);
    const [first] = classed;
    return [...attributes, ...classed, ...(first && text !== undefined ? this.#steps.saying(first, text) : [])];
  }

  /** Descriptive classes, longest first; letters alone, since numbers come from a build or from data. */
  classes(element: Element): string[] {
    const passing =
      /(?:^|[-_])(?:active|selected|focus|focused|focus-visible|hover|open|opened|closed|expanded|collapsed|current|disabled|enabled|checked|hidden|show|shown|visible|first|last|odd|even)$/i;
    return [...element.classList]
      .filter(name => /^[A-Za-z][A-Za-z_-]{2,40}$/.test(name) && !passing.test(name) && !this.#rules.isGenerated(name))
      .sort((one, other) => other.length - one.length);
  }

  /** A number between words, or an id that another has with another number: the place of the element, not which it is. */
  #isCounter(element: Element, id: string): boolean {
    if (/[A-Za-z][-_]\d+[-_][A-Za-z]/.test(id)) return true;
    return /\d/.test(id) && this.#index.withIdLike(id).some(other => other !== element);
  }

  lasting(marks: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(Object.entries(marks).filter(([, value]) => !this.#rules.isGenerated(value)));
  }
}
