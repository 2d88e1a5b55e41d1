/**
 * Runs inside the page, in a world of our own: where something was dragged to. Sent as source text, so it uses nothing
 * from outside.
 */
export class DragPlaces {
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
