import type { ElementHandle } from 'playwright';

/**
 * Runs inside the page, in Playwright's isolated world as `PageFacts` does, which has its own view of each element. A
 * frame can claim there for a while not to be in the document, so that a snapshot leaves it out; the page notices
 * nothing. Replies with an element whose text are the references of the last snapshot, from the element outwards. The
 * class is sent as source text, so it uses nothing from outside.
 */
class ElementRefs {
  query(element: ReferredElement, body: string) {
    return this.queryAll(element, body)[0];
  }

  queryAll(element: ReferredElement, body: string) {
    const changes: Record<string, number> = { hide: 1, show: -1 };
    this.mask(element, changes[body] ?? 0);
    const refs: string[] = [];
    let each: ReferredElement | null | undefined = element;
    while (each) {
      refs.push(each._ariaRef?.ref ?? '');
      each = each.assignedSlot ?? each.parentElement ?? each.getRootNode().host;
    }
    const reply = element.ownerDocument.createElement('p');
    reply.textContent = refs.join(' ');
    return [reply];
  }

  /** A counter, since several snapshots may run at once. */
  mask(frame: ReferredElement, change: number) {
    frame.steploomMasks = (frame.steploomMasks ?? 0) + change;
    if (change > 0) Object.defineProperty(frame, 'isConnected', { value: false, configurable: true });
    else if (frame.steploomMasks === 0) Reflect.deleteProperty(frame, 'isConnected');
  }
}

interface ReferredElement {
  steploomMasks?: number;
  readonly _ariaRef?: { readonly ref: string };
  readonly assignedSlot: ReferredElement | null;
  readonly parentElement: ReferredElement | null;
  getRootNode(): { readonly host?: ReferredElement };
  readonly ownerDocument: { createElement(name: string): { textContent: string | null } };
}

export const ELEMENT_REFS_ENGINE = 'steploom-element-refs';

export const ELEMENT_REFS_SOURCE = `new (${ElementRefs.toString()})()`;

const ask = (element: ElementHandle, body: string) => element.$(`${ELEMENT_REFS_ENGINE}=${body}`);

async function refsOf(element: ElementHandle): Promise<string[]> {
  const reply = await ask(element, 'look');
  return ((await reply?.textContent()) ?? '').split(' ');
}

export const refsAround = async (element: ElementHandle): Promise<string[]> =>
  (await refsOf(element)).filter(ref => ref !== '');

export const maskFrame = (frame: ElementHandle): Promise<unknown> => ask(frame, 'hide');

export const unmaskFrame = (frame: ElementHandle): Promise<unknown> => ask(frame, 'show');

export async function refOfFrame(frame: ElementHandle): Promise<string> {
  const [ref = ''] = await refsOf(frame).catch(() => []);
  return ref;
}
