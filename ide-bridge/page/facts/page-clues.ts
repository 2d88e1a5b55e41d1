import type { AnyElement } from '../any-element.ts';
import type { CluesRequest, DocumentClues, ElementClues } from './clue-types.ts';
import type { InvalidFields } from './invalid-fields.ts';
import type { NearElements } from './near-elements.ts';

/** What a page tells about why an action failed on it. */
export class PageClues {
  readonly #near: NearElements;
  readonly #invalid: InvalidFields;

  constructor(near: NearElements, invalid: InvalidFields) {
    this.#near = near;
    this.#invalid = invalid;
  }

  ofDocument(page: Document, elements: readonly AnyElement[], { sought }: CluesRequest): DocumentClues {
    const isPassword = (each: AnyElement) =>
      each.localName === 'input' && each.type === 'password' && each.checkVisibility({ visibilityProperty: true });
    return {
      count: elements.length,
      near: sought === undefined ? [] : this.#near.find(elements, sought),
      invalid: this.#invalid.refused(page, elements),
      hasPassword: elements.some(isPassword),
    };
  }

  ofElement(element: AnyElement): ElementClues {
    return {
      ...{ role: this.#near.roleOf(element), tag: element.localName, name: this.#near.nameOf(element).slice(0, 200) },
      hidden: this.#near.hiddenPlace(element),
      dialog: this.#near.dialogBefore(element, false),
      invalid: element.matches(':disabled') ? this.#invalid.beside(element) : undefined,
    };
  }
}
