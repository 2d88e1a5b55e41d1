import type { AnyRoot } from '../any-element.ts';
import type { ReferredElement } from '../facts/page-facts-types.ts';

/** `steploomMasks`: how many snapshots leave it out now. */
type MaskedElement = ReferredElement & { steploomMasks?: number };

/**
 * A selector engine in Playwright's isolated world as `PageFacts` is, which has its own view of each element. A frame can
 * claim there for a while not to be in the document, so that a snapshot leaves it out; the page notices nothing. Replies
 * with an element whose text are the references of the last snapshot, from the element outwards.
 */
export class ElementRefs {
  query(element: Element, body: string): Element | undefined {
    return this.queryAll(element, body)[0];
  }

  queryAll(element: Element, body: string): Element[] {
    const changes: Record<string, number> = { hide: 1, show: -1 };
    this.mask(element, changes[body] ?? 0);
    const refs: string[] = [];
    let each: ReferredElement | undefined = element;
    while (each) {
      refs.push(each._ariaRef?.ref ?? '');
      const root: AnyRoot = each.getRootNode();
      each = each.assignedSlot ?? each.parentElement ?? root.host;
    }
    const reply = element.ownerDocument.createElement('p');
    reply.textContent = refs.join(' ');
    return [reply];
  }

  /** A counter, since several snapshots may run at once. */
  mask(frame: MaskedElement, change: number): void {
    frame.steploomMasks = (frame.steploomMasks ?? 0) + change;
    if (change > 0) Object.defineProperty(frame, 'isConnected', { value: false, configurable: true });
    else if (frame.steploomMasks === 0) Reflect.deleteProperty(frame, 'isConnected');
  }
}
