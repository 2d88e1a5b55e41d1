import type { BrokenRule, InvalidField } from '../../../model/run/clues.ts';
import type { AnyRoot } from '../any-element.ts';

/** Fields because of which the browser does not send a form. */
export class InvalidFields {
  readonly #nameOf: (element: Element) => string;

  constructor(nameOf: (element: Element) => string) {
    this.#nameOf = nameOf;
  }

  /**
   * Only of a form that was to be sent: the browser then marks all its fields and goes to the first that is invalid. One
   * that was merely edited and left is marked as well, but is not gone to.
   */
  refused(page: Document, elements: readonly Element[]): InvalidField | undefined {
    const focused = this.#focused(page);
    for (const form of elements) {
      if (form.localName !== 'form' || !('elements' in form) || form.hasAttribute('novalidate')) continue;
      const first = this.#firstInvalid(form);
      if (first === undefined || !first.matches(':user-invalid')) continue;
      if (first === focused || this.#isUntouched(first)) return this.#describe(first);
    }
    return undefined;
  }

  /** The first of the form of an element. */
  beside(element: Element): InvalidField | undefined {
    const form = element.closest('form');
    const first = form === null ? undefined : this.#firstInvalid(form);
    return first && this.#describe(first);
  }

  #focused(root: AnyRoot): Element | undefined {
    const inner = root.activeElement ?? undefined;
    return inner?.shadowRoot ? (this.#focused(inner.shadowRoot) ?? inner) : inner;
  }

  #firstInvalid(form: Element): HTMLInputElement | undefined {
    for (const each of form.querySelectorAll<HTMLInputElement>('input, select, textarea'))
      if (each.willValidate && each.matches(':invalid')) return each;
    return undefined;
  }

  /** Nobody has edited it, so that it is marked by an attempt to send the form alone. */
  #isUntouched(field: HTMLInputElement): boolean {
    if (field.type === 'checkbox' || field.type === 'radio') return field.checked === field.defaultChecked;
    return field.localName !== 'select' && field.value === field.defaultValue;
  }

  #describe(field: HTMLInputElement): InvalidField {
    const { validity, type, validationMessage } = field;
    const rule = this.#rule(validity);
    const hint = rule === 'pattern' ? field.title : '';
    const own = rule === 'custom' ? validationMessage : hint;
    const name = this.#nameOf(field) || field.name || field.id;
    return {
      ...{ field: name.slice(0, 200), rule, type },
      ...(own === '' ? {} : { words: own.slice(0, 200) }),
    };
  }

  #rule(validity: ValidityState): BrokenRule {
    const rules = [
      ...[{ flag: 'customError', rule: 'custom' } as const, { flag: 'badInput', rule: 'unreadable' } as const],
      ...[{ flag: 'valueMissing', rule: 'missing' } as const, { flag: 'typeMismatch', rule: 'type' } as const],
      ...[{ flag: 'patternMismatch', rule: 'pattern' } as const, { flag: 'tooShort', rule: 'too-short' } as const],
      ...[{ flag: 'tooLong', rule: 'too-long' } as const, { flag: 'rangeUnderflow', rule: 'too-small' } as const],
      ...[{ flag: 'rangeOverflow', rule: 'too-large' } as const, { flag: 'stepMismatch', rule: 'step' } as const],
    ];
    return rules.find(({ flag }) => validity[flag])?.rule ?? 'custom';
  }
}
