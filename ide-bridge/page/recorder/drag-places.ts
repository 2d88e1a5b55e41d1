import type { AnyRoot } from '../any-element.ts';

export interface MousePlace {
  /** From the top left of the window. */
  x: number;
  y: number;
}

/** What is dragged or pressed, and where it was at the beginning. */
interface Moved {
  element: Element;
  rect: DOMRect;
}

/** `isAway`: the page has moved it since the drag began; `rect` is where it was then. */
export interface DragTarget extends Moved {
  isAway: boolean;
}

export type MouseAt = Pick<MouseEvent, 'clientX' | 'clientY'>;

/** Where something was dragged to. */
export class DragPlaces {
  /** Where all was before the page made place for what is dragged. */
  #before: { each: Element; rect: DOMRect }[] = [];
  /** Where something was dragged over last: the end of a drag does not say where it is. */
  last: MouseAt | undefined;

  pointOf({ clientX, clientY }: MouseAt): MousePlace {
    return { x: clientX, y: clientY };
  }

  came({ clientX, clientY }: MouseAt): void {
    this.last = { clientX, clientY };
  }

  /** When the mouse is pressed, before the page moves anything. */
  begin(element: Element): void {
    this.last = undefined;
    this.#before = this.#around(element).map(each => ({ each, rect: each.getBoundingClientRect() }));
  }

  /** When the mouse begins to move: what the page has drawn anew since. */
  goOn(element: Element): void {
    const known = new Set(this.#before.map(({ each }) => each));
    const fresh = this.#around(element).filter(each => !known.has(each));
    this.#before.push(...fresh.map(each => ({ each, rect: each.getBoundingClientRect() })));
  }

  #around(element: Element): Element[] {
    const root: AnyRoot = element.getRootNode();
    return [...(root.querySelectorAll?.('*') ?? [])].slice(0, 3_000);
  }

  /** Where it was when the mouse was pressed. */
  startOf(element: Element): DOMRect {
    return this.#before.find(({ each }) => each === element)?.rect ?? element.getBoundingClientRect();
  }

  /** A list that makes place moves things away: when the drag is repeated, the mouse is sent to where they were before. */
  onto({ clientX, clientY }: MouseAt, dragged: Element, hit: Element): DragTarget {
    const isIn = ({ left, right, top, bottom }: DOMRect) =>
      clientX >= left && clientX < right && clientY >= top && clientY < bottom;
    const then = this.#before.findLast(({ each, rect }) => each.isConnected && isIn(rect) && !dragged.contains(each));
    const isAway =
      then !== undefined && (this.#hasMoved(hit) || (hit.contains(then.each) && this.#hasMoved(then.each)));
    return isAway
      ? { element: then.each, rect: then.rect, isAway }
      : { element: hit, rect: hit.getBoundingClientRect(), isAway };
  }

  #hasMoved(element: Element): boolean {
    const then = this.#before.find(({ each }) => each === element)?.rect;
    const now = element.getBoundingClientRect();
    return then !== undefined && Math.hypot(now.left - then.left, now.top - then.top) > 4;
  }

  /** What lies below the thing that was dragged; undefined where it has stayed, and so has all that is in it: a click. */
  below(at: MouseAt, { element, rect }: Moved): Element | undefined {
    const hits = document.elementsFromPoint(at.clientX, at.clientY);
    const now = element.getBoundingClientRect();
    const hasFollowed = Math.hypot(now.left - rect.left, now.top - rect.top) > 4;
    const below = hits.find(each => !element.contains(each) && !this.#isCopy(each, element));
    const isInside = element.contains(hits[0] ?? null);
    if (isInside && !hasFollowed) return this.#isPanned(element) ? element : undefined;
    return below && /^(?:body|html)$/.test(below.localName) && !hasFollowed && !this.#isPanned(element)
      ? undefined
      : below;
  }

  /** A drawing, a slider, or what has moved something in it or beside it, such as a map or the line between two parts. */
  #isPanned(element: Element): boolean {
    if (/^(?:canvas|svg)$/.test(element.localName) || element.role === 'slider') return true;
    const near = element.parentElement ?? element;
    return this.#before.some(({ each }) => near.contains(each) && each.isConnected && this.#hasMoved(each));
  }

  /** Whether it is there when nothing is dragged, is as large then, and is not what holds the dragged thing all the time. */
  isOnto({ element }: DragTarget, dragged: Element): boolean {
    const then = this.#before.find(({ each }) => each === element)?.rect;
    const now = element.getBoundingClientRect();
    const isAsLarge = then && Math.abs(then.width - now.width) <= 4 && Math.abs(then.height - now.height) <= 4;
    return isAsLarge === true && !element.contains(dragged);
  }

  /** What shows that it can be dragged, as the whole of a map does, rather than one of its tiles. */
  gripOf(element: Element): Element {
    const isGrip = (each: Element) => /^(?:grab|grabbing|move|all-scroll)$/.test(getComputedStyle(each).cursor);
    let grip = element;
    for (let each: Element | null = element; each && isGrip(each); each = each.parentElement) grip = each;
    return /^(?:body|html)$/.test(grip.localName) ? element : grip;
  }

  /** Where in an element it was clicked, if that matters: in a drawing, on a track without words, beside what takes clicks itself. */
  clickedAt(point: MousePlace, element: Element): MousePlace | undefined {
    const rect = element.getBoundingClientRect();
    if (element.localName === 'canvas' || element.role === 'slider') return this.within(rect, point, true);
    const middle = document.elementFromPoint(rect.left + rect.width / 2, rect.top + rect.height / 2);
    const taking = middle?.closest(
      'dialog, [role=dialog], [role=alertdialog], a[href], button, input, select, textarea, [role=button], [role=checkbox], [role=switch]',
    );
    if (taking && element !== taking && element.contains(taking)) return this.within(rect, point, true);
    const isSaying = element.matches('a, button, input, select, textarea, summary, img, label, [role]');
    const isSmall = Math.max(rect.width, rect.height) < 60;
    return isSaying || isSmall || (element.textContent ?? '').trim() !== ''
      ? undefined
      : this.within(rect, point, this.#isTrack(rect));
  }

  #isTrack({ width, height }: DOMRect): boolean {
    return Math.max(width, height) > 4 * Math.min(width, height);
  }

  /** Where in the element, if it matters: the middle is where the mouse goes anyway. */
  within({ left, top, width, height }: DOMRect, { x, y }: MousePlace, isNeeded: boolean): MousePlace | undefined {
    const isMiddle = Math.abs(x - left - width / 2) <= width / 4 && Math.abs(y - top - height / 2) <= height / 4;
    return isMiddle && !isNeeded ? undefined : { x: Math.round(x - left), y: Math.round(y - top) };
  }

  /** Many pages have a copy of the thing follow the mouse. */
  #isCopy(element: Element, dragged: Element): boolean {
    const text = (each: Element) => (each.textContent ?? '').trim();
    const isAfloat = (each: Element) => /^(?:fixed|absolute)$/.test(getComputedStyle(each).position);
    for (let each: Element | null = element; each !== null; each = each.parentElement)
      if (isAfloat(each) && each.localName === dragged.localName && text(each) === text(dragged)) return true;
    return false;
  }
}
