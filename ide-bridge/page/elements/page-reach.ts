import type { AnyRoot } from '../any-element.ts';

/** What is around elements: what is draggable, and what a modal dialog or `aria-hidden` blocks. */
export class PageReach {
  #barriers: { isInert: boolean; dialogs: ReadonlyMap<Element, 'own' | 'declared'> } | undefined;
  readonly #hidden = new Map<Element, boolean>();
  readonly #places = new Map<Element, 'inert' | 'inside' | 'outside'>();
  /** Most pages have nothing of the kind; elements then need no check. */
  #mayBlock = false;
  #mayHide = false;

  look(root: Document | Element | ShadowRoot): void {
    const isPart = root.nodeType === 1;
    this.#mayBlock ||= isPart || root.querySelector('[inert],[aria-modal],dialog') !== null;
    this.#mayHide ||= isPart || root.querySelector('[aria-hidden]') !== null;
  }

  clear(): void {
    this.#mayBlock = false;
    this.#mayHide = false;
    this.#barriers = undefined;
    this.#hidden.clear();
    this.#places.clear();
  }

  /** The element around it, out of shadow trees as well. */
  parent(element: Element): Element | undefined {
    const around: AnyRoot | null = element.parentNode;
    return element.parentElement ?? around?.host;
  }

  /** Elements inherit the cursor, so only the outermost counts. */
  isDraggable(element: Element): boolean {
    if (element.getAttribute('draggable') === 'true') return true;
    const isGrabbed = (each: Element | undefined) =>
      /^(?:grab|move)$/.test(each?.ownerDocument.defaultView?.getComputedStyle(each).cursor ?? '');
    return isGrabbed(element) && !isGrabbed(this.parent(element));
  }

  isBlocked(element: Element, elements: readonly Element[]): boolean {
    if (!this.#mayBlock) return false;
    this.#barriers ??= this.#find(elements);
    const { isInert, dialogs } = this.#barriers;
    if (!isInert && dialogs.size === 0) return false;
    const place = this.#placeOf(element, dialogs);
    if (place !== 'outside' || dialogs.size === 0) return place === 'inert';
    // A dialog that only declares itself modal does not block what it opens elsewhere, such as the list of a field.
    return [...dialogs.values()].includes('own') || !this.#isReached(element);
  }

  /**
   * As Playwright decides for visible elements: hidden inside `aria-hidden`, except that one with `display: contents`
   * is as hidden as its content.
   */
  isHidden(element: Element): boolean {
    if (!this.#mayHide || !this.#liesInHidden(element)) return false;
    const view = element.ownerDocument.defaultView;
    if (element.nodeName === 'SLOT' || view?.getComputedStyle(element).display !== 'contents') return true;
    for (let child = element.firstChild; child; child = child.nextSibling) {
      if (child.nodeType === 3 && child.nodeValue?.trim()) return false;
    }
    return [...element.children].every(child => this.isHidden(child));
  }

  #liesInHidden(element: Element): boolean {
    const known = this.#hidden.get(element);
    if (known !== undefined) return known;
    const parent = this.parent(element);
    const hides = element.getAttribute('aria-hidden')?.toLowerCase() === 'true';
    const liesInHidden = hides || (parent !== undefined && this.#liesInHidden(parent));
    this.#hidden.set(element, liesInHidden);
    return liesInHidden;
  }

  #find(elements: readonly Element[]) {
    const dialogs = new Map<Element, 'own' | 'declared'>();
    let isInert = false;
    for (const element of elements) {
      if (element.getAttribute('inert') !== null) isInert = true;
      if (element.nodeName === 'DIALOG' && element.matches(':modal')) dialogs.set(element, 'own');
      else if (element.getAttribute('aria-modal') === 'true' && this.#isReached(element))
        dialogs.set(element, 'declared');
    }
    return { isInert, dialogs };
  }

  #placeOf(element: Element, dialogs: ReadonlyMap<Element, unknown>): 'inert' | 'inside' | 'outside' {
    const known = this.#places.get(element);
    if (known !== undefined) return known;
    const parent = this.parent(element);
    const around = () => (parent === undefined ? 'outside' : this.#placeOf(parent, dialogs));
    const own = dialogs.has(element) ? 'inside' : around();
    const place = element.getAttribute('inert') === null ? own : 'inert';
    this.#places.set(element, place);
    return place;
  }

  #isReached(element: Element): boolean {
    const { x, y, width, height } = element.getBoundingClientRect();
    const root: AnyRoot = element.getRootNode();
    const hit = root.elementFromPoint?.(x + width / 2, y + height / 2);
    return hit ? this.#liesIn(hit, element) || this.#liesIn(element, hit) : false;
  }

  #liesIn(element: Element | undefined, other: Element): boolean {
    return element === other || (element !== undefined && this.#liesIn(this.parent(element), other));
  }
}
