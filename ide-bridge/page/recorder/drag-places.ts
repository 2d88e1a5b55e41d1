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

type MouseAt = Pick<MouseEvent, 'clientX' | 'clientY'>;

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

  begin(element: Element): void {
    this.last = undefined;
    const root: AnyRoot = element.getRootNode();
    const all = [...(root.querySelectorAll?.('*') ?? [])].slice(0, 3_000);
    this.#before = all.map(each => ({ each, rect: each.getBoundingClientRect() }));
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

  /** What lies below the thing that was dragged, which may be itself for a drawing; undefined where nothing was. */
  below({ clientX, clientY }: MouseAt, { element, rect }: Moved): Element | undefined {
    const hits = document.elementsFromPoint(clientX, clientY);
    const now = element.getBoundingClientRect();
    const hasFollowed = Math.hypot(now.left - rect.left, now.top - rect.top) > 4;
    if (element.contains(hits[0] ?? null) && !hasFollowed)
      return /^(?:canvas|svg)$/.test(element.localName) || element.role === 'slider' ? element : undefined;
    const below = hits.find(each => !element.contains(each) && !this.#isCopy(each, element));
    return below && /^(?:body|html)$/.test(below.localName) && !hasFollowed ? undefined : below;
  }

  /** Whether what is dragged lay on it from the start, as a thumb on its track, where the place says how much. */
  wasOn(element: Element, moved: Moved | undefined): boolean {
    if (moved === undefined) return false;
    const { element: dragged, rect: start } = moved;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const isOver = left < start.right && right > start.left && top < start.bottom && bottom > start.top;
    return element.contains(dragged) || (element !== dragged && isOver);
  }

  /** Where in an element it was clicked, if that matters: in a drawing, on a track without words, beside what takes clicks itself. */
  clickedAt(point: MousePlace, element: Element): MousePlace | undefined {
    const rect = element.getBoundingClientRect();
    if (element.localName === 'canvas') return this.within(rect, point, true);
    const middle = document.elementFromPoint(rect.left + rect.width / 2, rect.top + rect.height / 2);
    const taking = middle?.closest(
      'dialog, [role=dialog], [role=alertdialog], a[href], button, input, select, textarea, [role=button], [role=checkbox], [role=switch]',
    );
    if (taking && element !== taking && element.contains(taking)) return this.within(rect, point, true);
    const isSaying = element.matches(
      'a, button, input, select, textarea, summary, img, label, [role]:not([role=slider])',
    );
    const isSmall = Math.max(rect.width, rect.height) < 60;
    return isSaying || isSmall || (element.textContent ?? '').trim() !== ''
      ? undefined
      : this.within(rect, point, false);
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
