import type { ElementLocators } from '../elements/element-locators.ts';
import type { PageIndex } from '../elements/page-index.ts';

export interface FoundElement {
  /** Within its document. Missing for what is gone, and where nothing leads to it alone. */
  locator?: string | undefined;
  /** Its role and name, else its tag. */
  words: string;
}

/** Names elements of a document as people and locators do. */
export class FoundElements {
  readonly #index: PageIndex;
  readonly #locators: ElementLocators;

  constructor(index: PageIndex, locators: ElementLocators) {
    this.#index = index;
    this.#locators = locators;
  }

  /** All at once, since the whole document is read for it. */
  name(elements: readonly (Element | undefined)[]): FoundElement[] {
    return this.#locators.within(document, () =>
      elements.map(element =>
        element === undefined
          ? { words: '' }
          : { locator: this.#locators.all(element, 1)[0], words: this.#wordsOf(element) },
      ),
    );
  }

  #wordsOf(element: Element): string {
    const role = this.#index.roleOf(element);
    const name = this.#index.nameOf(element).slice(0, 120);
    const what = role === undefined || role === 'generic' || role === 'none' ? `<${element.localName}>` : role;
    return name === '' ? what : `${what} “${name}”`;
  }
}
