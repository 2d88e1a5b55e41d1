import type { RecordedTarget } from '../../../model/recording/raw-event.ts';
import type { ElementLocators } from '../elements/element-locators.ts';
import type { OwnSteps } from '../elements/own-steps.ts';
import type { SightReader } from '../elements/sight-reader.ts';
import type { FieldKinds } from './field-kinds.ts';

/** An element that was acted on; `isFilled`: something was typed into it since. */
interface KnownTarget {
  element: Element;
  target: RecordedTarget;
  at: number;
  isFilled: boolean;
}

/** Tells of each element that something is done to by what it is found again. */
export class RecordedTargets {
  readonly #locators: ElementLocators;
  readonly #own: OwnSteps;
  readonly #sights: SightReader;
  readonly #fields: FieldKinds;
  readonly #keys = new WeakMap<Element, number>();
  #count = 0;
  #last: KnownTarget | undefined;

  constructor(locators: ElementLocators, own: OwnSteps, sights: SightReader, fields: FieldKinds) {
    this.#locators = locators;
    this.#own = own;
    this.#sights = sights;
    this.#fields = fields;
  }

  /** Something was typed into the last one. */
  filled(): void {
    if (this.#last !== undefined) this.#last.isFilled = true;
  }

  /**
   * A key for the element and its locators, found anew only when it has not just been acted on. What is typed may change
   * the texts by which it was found, so that what comes after needs others.
   */
  of(element: Element, isFilling = false): RecordedTarget {
    const known = this.#last;
    const isSame = known?.element === element && (isFilling || !known.isFilled);
    if (isSame && performance.now() - known.at < 5_000) {
      known.at = performance.now();
      return known.target;
    }
    const target = this.readAnew(element);
    this.#last = { element, target, at: performance.now(), isFilled: false };
    return target;
  }

  readAnew(element: Element): RecordedTarget {
    const read = this.#read(element);
    if (!this.#keys.has(element)) this.#keys.set(element, this.#keyInPlaceOf(element, read) ?? ++this.#count);
    return { key: String(this.#keys.get(element)), ...read };
  }

  /** A field that the page draws anew while somebody types into it goes on being the same one. */
  #keyInPlaceOf(element: Element, { locators }: Pick<RecordedTarget, 'locators'>): number | undefined {
    if (this.#last === undefined) return undefined;
    const { element: gone, target } = this.#last;
    const isSame = !gone.isConnected && target.locators[0] === locators[0];
    return isSame && this.#fields.isTextField(element) && this.#fields.isTextField(gone)
      ? this.#keys.get(gone)
      : undefined;
  }

  #read(element: Element): Omit<RecordedTarget, 'key'> {
    const locators = this.#locators.of(element);
    const { marks, ...seen } = this.#sights.read(element);
    return {
      locators,
      sight: { ...seen, ...this.#locators.roleAndName(element), marks: this.#own.lasting(marks) },
    };
  }

  /** Whatever is in an element is hovered with it, so that a text in it serves where the element itself has no name. */
  around(element: Element, clicked: Element): RecordedTarget | undefined {
    const textOf = (each: Element) => (each.textContent ?? '').trim();
    const shown = textOf(clicked);
    const isOwn = (text: string) => shown === '' || !text.includes(shown);
    const texts = [...(element.shadowRoot ?? element).querySelectorAll('*')].slice(0, 12);
    const inner = texts.filter(each => each.children.length === 0 && textOf(each) !== '' && isOwn(textOf(each)));
    const targets = [element, ...inner.filter(each => each.checkVisibility())].map(each => {
      const target = this.#read(each);
      return { key: 'hover', ...target, locators: target.locators.filter(isOwn) };
    });
    return targets.find(({ locators }) => /^getBy(?!.*nth-of)/.test(locators[0] ?? '')) ?? targets[0];
  }
}
