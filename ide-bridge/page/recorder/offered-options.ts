import type { AnyElement, AnyRoot } from '../any-element.ts';
import type { FieldKinds } from './field-kinds.ts';

/** Knows which option of the list below a field a key would choose: a run, which is faster, must wait for it. */
export class OfferedOptions {
  readonly #fields: FieldKinds;

  constructor(fields: FieldKinds) {
    this.#fields = fields;
  }

  /** What must be there when a key is pressed in a field; undefined for other keys, and where nothing is offered. */
  awaitedBy(key: string, field: AnyElement): Element | undefined {
    if (!/^(?:Enter|Tab|ArrowDown|ArrowUp)$/.test(key)) return undefined;
    if (!field.isContentEditable && !this.#fields.isCombobox(field)) return undefined;
    const shown = this.#optionsOf(field).filter(option => this.#isShown(option));
    const active = this.#pointedBy(field) ?? shown.find(option => this.#isMarked(option));
    return active ?? this.#afloat(field) ?? (key.startsWith('Arrow') ? shown[0] : undefined);
  }

  #byId(field: Element, attribute: string): Element[] {
    const root: AnyRoot = field.getRootNode();
    const ids = (field.getAttribute(attribute) ?? '').split(/\s+/).filter(id => id !== '');
    return ids.flatMap(id => root.getElementById?.(id) ?? document.getElementById(id) ?? []);
  }

  #pointedBy(field: Element): Element | undefined {
    return this.#byId(field, 'aria-activedescendant').find(option => this.#isShown(option));
  }

  #optionsOf(field: Element): Element[] {
    const lists = [...this.#byId(field, 'aria-controls'), ...this.#byId(field, 'aria-owns')];
    return lists.flatMap(list => [...list.querySelectorAll('[role=option]')]);
  }

  #isShown(element: Element): boolean {
    const text = (element.textContent ?? '').trim();
    return element.checkVisibility({ visibilityProperty: true }) && text !== '' && text.length <= 80;
  }

  #isMarked(element: Element): boolean {
    if (element.getAttribute('aria-selected') === 'true' || element.matches('[data-highlighted], [data-active-item]'))
      return true;
    return [...element.classList].some(name => /(?:^|[-_])(?:selected|active|highlighted|focused)$/i.test(name));
  }

  /** Popups of mentions seldom say what they are: something marked that floats near what is edited. */
  #afloat(field: AnyElement): Element | undefined {
    if (!field.isContentEditable) return undefined;
    const marked =
      '[aria-selected=true], [data-highlighted], [class*=selected i], [class*=active i], [class*=highlighted i]';
    const all = [...document.querySelectorAll(marked)].slice(0, 100);
    return all.find(
      each => this.#isMarked(each) && this.#isShown(each) && !each.contains(field) && this.#isFloating(each, field),
    );
  }

  #isFloating(element: Element, field: Element): boolean {
    let each: Element | null = element;
    for (let steps = 0; each !== null && steps < 8 && !each.contains(field); steps += 1, each = each.parentElement) {
      if (/^(?:absolute|fixed)$/.test(getComputedStyle(each).position)) return this.#isNear(each, field);
    }
    return false;
  }

  #isNear(popup: Element, field: Element): boolean {
    const [{ left, right, top, bottom }, around] = [popup.getBoundingClientRect(), field.getBoundingClientRect()];
    const isBeside = left < around.right && right > around.left;
    return isBeside && top < around.bottom + 60 && bottom > around.top - 60;
  }
}
