import type { ElementHandle } from 'playwright';

/**
 * Runs inside the page, in Playwright's isolated world, as `PageFacts` does: the references that an element and those
 * around it have in the last snapshot. The class is sent as source text, so it uses nothing from outside.
 */
class ElementRefs {
  query(element: ReferredElement) {
    return this.queryAll(element)[0];
  }

  /** Answers by an element whose text is the reply. */
  queryAll(element: ReferredElement) {
    const refs: string[] = [];
    let each: ReferredElement | null | undefined = element;
    while (each) {
      if (each._ariaRef) refs.push(each._ariaRef.ref);
      each = each.assignedSlot ?? each.parentElement ?? each.getRootNode().host;
    }
    const reply = element.ownerDocument.createElement('p');
    reply.textContent = refs.join(' ');
    return [reply];
  }
}

/** What is used of an element in the page. */
interface ReferredElement {
  readonly _ariaRef?: { readonly ref: string };
  readonly assignedSlot: ReferredElement | null;
  readonly parentElement: ReferredElement | null;
  getRootNode(): { readonly host?: ReferredElement };
  readonly ownerDocument: { createElement(name: string): { textContent: string | null } };
}

export const ELEMENT_REFS_ENGINE = 'steploom-element-refs';

export const ELEMENT_REFS_SOURCE = `new (${ElementRefs.toString()})()`;

/** From the element outwards. */
export async function refsAround(element: ElementHandle): Promise<string[]> {
  const reply = await element.$(`${ELEMENT_REFS_ENGINE}=up`);
  return ((await reply?.textContent()) ?? '').split(' ').filter(ref => ref !== '');
}
