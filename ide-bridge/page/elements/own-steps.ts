import type { AnyElement, AnyRoot } from '../any-element.ts';
import type { LocatorSteps, LocatorWay } from './locator-steps.ts';
import type { PlaywrightLibrary } from './playwright-library.ts';

export interface IdRules {
  /** Whether a program made up an id, name or class, so that the next build has another. */
  isGenerated(value: string): boolean;
  /** The attribute that holds test ids. */
  testId: string;
}

/** Steps that name an element by what is on it alone: role and name, what somebody wrote for it, marks. */
export class OwnSteps {
  readonly #playwright: PlaywrightLibrary;
  readonly #steps: LocatorSteps;
  readonly #isGenerated: (value: string) => boolean;
  readonly #testId: string;

  constructor(playwright: PlaywrightLibrary, steps: LocatorSteps, { isGenerated, testId }: IdRules) {
    this.#playwright = playwright;
    this.#steps = steps;
    this.#isGenerated = isGenerated;
    this.#testId = testId;
  }

  /** None where nobody finds it by that. */
  roleOf(element: Element): string | undefined {
    if (element.closest('[aria-hidden=true]')) return undefined;
    const role = this.#playwright.utils.getAriaRole(element);
    return role === null || ['generic', 'none', 'presentation'].includes(role) ? undefined : role;
  }

  nameOf(element: Element): string {
    return this.normal(this.#playwright.utils.getElementAccessibleNameText(element, false));
  }

  normal(text: string | null | undefined): string {
    return String(text ?? '')
      .replace(/\s+/g, ' ')
      .trim();
  }

  /** From the one that says least to the one that says most. */
  byRole(element: Element, name: string): LocatorWay[] {
    const role = this.roleOf(element);
    if (role === undefined || name === '' || name.length > 300 || /^[\p{Co}\s]*$/u.test(name)) return [];
    // Longer ones are looked for by their beginning, which ends with a word.
    const start = name.length > 80 ? name.slice(0, 80).replace(/\s+\S*$/u, '') : name;
    return [this.#steps.role(role, start, false), this.#steps.role(role, name, true)];
  }

  justRole(role: string | undefined): LocatorWay[] {
    return role === undefined ? [] : [this.#steps.role(role)];
  }

  /** What somebody wrote for it: test id, label, placeholder and the like, its text, its id. */
  written(element: Element): (LocatorWay | undefined)[] {
    const calls = { placeholder: 'getByPlaceholder', alt: 'getByAltText', title: 'getByTitle' };
    const attributes = Object.entries(calls).map(([name, call]) => {
      const value = this.valueOf(element, name);
      return value === undefined ? undefined : this.#steps.attributed(call, name, value);
    });
    const text = this.textOf(element);
    return [
      this.byTestId(element),
      ...this.labelsOf(element).map(label => this.#steps.exact('getByLabel', 'internal:label', label)),
      ...attributes,
      ...this.saying(text),
      ...this.marks(element),
    ];
  }

  saying(text: string | undefined): LocatorWay[] {
    return text === undefined ? [] : [this.#steps.exact('getByText', 'internal:text', text)];
  }

  byTestId(element: Element): LocatorWay | undefined {
    const value = this.valueOf(element, this.#testId);
    if (value === undefined || this.#isGenerated(value)) return undefined;
    return this.#steps.testId(this.#testId, value);
  }

  valueOf(element: Element, name: string): string | undefined {
    const value = element.getAttribute(name);
    return value !== null && value !== '' && value.length <= 80 && value === this.normal(value) ? value : undefined;
  }

  labelsOf(element: AnyElement): string[] {
    const labels = [...(element.labels ?? [])].map(label => this.normal(label.textContent));
    const said = [this.valueOf(element, 'aria-label') ?? '', ...labels];
    return said.filter(text => text !== '' && text.length <= 60);
  }

  /** What is typed or chosen is no text of the page's making. */
  textOf(element: AnyElement): string | undefined {
    if (/^(?:input|select|textarea|option)$/.test(element.localName) || element.isContentEditable) return undefined;
    const text = this.normal(element.textContent);
    return text !== '' && text.length <= 60 && /[\p{L}\p{N}]/u.test(text) ? text : undefined;
  }

  marks(element: Element): LocatorWay[] {
    const id = this.valueOf(element, 'id');
    const isWritten =
      id !== undefined && /^[A-Za-z][\w-]{0,40}$/.test(id) && !this.#isGenerated(id) && !this.#isCounter(element, id);
    const marks = ['name', 'href', 'for', 'type', 'data-test', 'data-cy', 'data-qa'].flatMap(name => {
      const value = this.valueOf(element, name);
      if (value === undefined || value === '#' || this.#isGenerated(value)) return [];
      return [this.#steps.css(`${element.localName}[${name}=${JSON.stringify(value)}]`)];
    });
    return isWritten ? [this.#steps.css(`#${id}`), ...marks] : marks;
  }

  /** A number between words, or an id that another has with another number: the place of the element, not which it is. */
  #isCounter(element: Element, id: string): boolean {
    if (/[A-Za-z][-_]\d+[-_][A-Za-z]/.test(id)) return true;
    if (!/\d/.test(id)) return false;
    const [start = ''] = id.split(/\d/);
    const root: AnyRoot = element.getRootNode();
    const like = root.querySelectorAll?.(`[id^=${JSON.stringify(start)}]`) ?? [];
    const shape = (text: string) => text.replace(/\d+/g, '0');
    return [...like].some(other => other !== element && shape(other.id) === shape(id));
  }

  lasting(marks: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(Object.entries(marks).filter(([, value]) => !this.#isGenerated(value)));
  }
}
