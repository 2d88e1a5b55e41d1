import type { AnyElement, AnyRoot } from '../any-element.ts';

export function isPasswordField(element: AnyElement | null): boolean {
  return element?.type === 'password';
}

/** Gives an element the focus, with the caret at its end; returns what has the focus now, if that is in it. */
export function takeFocus(element: AnyElement): Element | null {
  const root: AnyRoot = element.getRootNode();
  if (root.activeElement === element) return element;
  let host = element;
  for (let each: AnyElement | null = element.parentElement; each?.isContentEditable; each = each.parentElement)
    host = each;
  host.focus?.();
  const focused = root.activeElement ?? null;
  if (focused !== host) return element.contains(focused) ? focused : null;
  if (element.isContentEditable === true) {
    const selection = element.ownerDocument.getSelection();
    selection?.selectAllChildren(element);
    selection?.collapseToEnd();
  } else if (typeof element.value === 'string') {
    const end = element.value.length;
    try {
      element.setSelectionRange?.(end, end);
    } catch {
      // Fields of numbers, dates and the like have no caret that could be set.
    }
  }
  return focused;
}

/**
 * Whether a field has refused a date, time or the like for its notation. The browser may empty a field once it has taken
 * the date, so a copy is asked as well.
 */
export function isMalformed(field: AnyElement, { types, value }: { types: readonly string[]; value: string }): boolean {
  if (!types.includes(String(field.type)) || field.value !== '') return false;
  const copy: Node & Partial<Pick<AnyElement, 'value'>> = field.cloneNode();
  copy.value = value;
  return copy.value === '';
}
