/**
 * Runs inside the page, in a world of our own: where something was dragged to. Sent as source text, so it uses nothing
 * from outside.
 */
export class DragPlaces {
  /** Where all was before the page made place for what is dragged. */
  #before = [];
  /** Where something was dragged over last: the end of a drag does not say where it is. */
  last = {};

  pointOf({ clientX, clientY }) {
    return { x: clientX, y: clientY };
  }

  came({ clientX, clientY }) {
    this.last = { clientX, clientY };
  }

  begin(element) {
    this.last = {};
    const all = [...element.getRootNode().querySelectorAll('*')].slice(0, 3_000);
    this.#before = all.map(each => ({ each, rect: each.getBoundingClientRect() }));
  }

  /** A list that makes place moves things away: when the drag is repeated, the mouse is sent to where they were before. */
  onto({ clientX, clientY }, dragged, hit) {
    const isIn = ({ left, right, top, bottom }) =>
      clientX >= left && clientX < right && clientY >= top && clientY < bottom;
    const then = this.#before.findLast(({ each, rect }) => each.isConnected && isIn(rect) && !dragged.contains(each));
    const isAway =
      then !== undefined && (this.#hasMoved(hit) || (hit.contains(then.each) && this.#hasMoved(then.each)));
    return isAway
      ? { element: then.each, rect: then.rect, isAway }
      : { element: hit, rect: hit.getBoundingClientRect(), isAway };
  }

  #hasMoved(element) {
    const then = this.#before.find(({ each }) => each === element)?.rect;
    const now = element.getBoundingClientRect();
    return then !== undefined && Math.hypot(now.left - then.left, now.top - then.top) > 4;
  }

  /** What lies below the thing that was dragged, which may be itself for a drawing; undefined where nothing was. */
  below({ clientX, clientY }, { element, rect }) {
    const hits = document.elementsFromPoint(clientX, clientY);
    const now = element.getBoundingClientRect();
    const hasFollowed = Math.hypot(now.left - rect.left, now.top - rect.top) > 4;
    if (element.contains(hits[0] ?? null) && !hasFollowed)
      return /^(?:canvas|svg)$/.test(element.localName) || element.role === 'slider' ? element : undefined;
    const below = hits.find(each => !element.contains(each) && !this.#isCopy(each, element));
    return below && /^(?:body|html)$/.test(below.localName) && !hasFollowed ? undefined : below;
  }

  /** Whether what is dragged lay on it from the start, as a thumb on its track, where the place says how much. */
  wasOn(element, { element: dragged, rect: start } = {}) {
    if (dragged === undefined) return false;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const isOver = left < start.right && right > start.left && top < start.bottom && bottom > start.top;
    return element.contains(dragged) || (element !== dragged && isOver);
  }

  /** Where in an element it was clicked, if that matters: in a drawing, on a track without words, beside what takes clicks itself. */
  clickedAt(point, element) {
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
    return isSaying || isSmall || element.textContent.trim() !== '' ? undefined : this.within(rect, point, false);
  }

  /** Where in the element, if it matters: the middle is where the mouse goes anyway. */
  within({ left, top, width, height }, { x, y }, isNeeded) {
    const isMiddle = Math.abs(x - left - width / 2) <= width / 4 && Math.abs(y - top - height / 2) <= height / 4;
    return isMiddle && !isNeeded ? undefined : { x: Math.round(x - left), y: Math.round(y - top) };
  }

  /** Many pages have a copy of the thing follow the mouse. */
  #isCopy(element, dragged) {
    const text = each => each.textContent.trim();
    const isAfloat = each => /^(?:fixed|absolute)$/.test(getComputedStyle(each).position);
    for (let each = element; each !== null; each = each.parentElement)
      if (isAfloat(each) && each.localName === dragged.localName && text(each) === text(dragged)) return true;
    return false;
  }
}
