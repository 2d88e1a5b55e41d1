import type { AnyElement, AnyRoot } from '../any-element.ts';

interface FieldState {
  /** Of an `input`, else empty. */
  inputType: string;
  role: string;
  isTextarea: boolean;
  isContentEditable: boolean;
  isDisabled: boolean;
  isReadOnly: boolean;
  isMultiple: boolean;
  /** Of a list (`select`). */
  options?: { value: string; label: string }[];
}

/** A label represents its field, as in actions. */
export function fieldState(element: AnyElement): FieldState {
  const isField = element.matches('input, textarea, select, [contenteditable]');
  const label: AnyElement | null = element.closest('label');
  const field: AnyElement = isField ? element : (label?.control ?? element);
  const holder = field.closest('button, input, select, textarea, option, optgroup, fieldset');
  const isDisabled = holder?.matches(':disabled') === true || field.closest('[aria-disabled=true]') !== null;
  const options = [...(field.options ?? [])].map(({ value, label: text }) => ({ value, label: text.trim() }));
  return {
    inputType: field.nodeName === 'INPUT' ? String(field.type) : '',
    role: String(field.getAttribute('role')),
    isTextarea: field.nodeName === 'TEXTAREA',
    isContentEditable: field.isContentEditable === true,
    isDisabled,
    isReadOnly: field.readOnly === true || field.getAttribute('aria-readonly') === 'true',
    isMultiple: field.multiple === true,
    ...(field.nodeName === 'SELECT' ? { options } : {}),
  };
}

interface Surface {
  tag: string;
  text: string;
  /** Whether a click in its middle reaches it. */
  isReached: boolean;
  /** Tag, id and classes of what lies there. */
  names: string[];
}

/** Elements that are scrolled out of view are not checked for covers. */
export function surfaceOf(element: AnyElement): Surface {
  const box = element.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  let top = element.ownerDocument.elementFromPoint(x, y);
  let inner = top?.shadowRoot?.elementFromPoint(x, y);
  while (inner && top) {
    const root: AnyRoot = inner.getRootNode();
    if (root.host !== top) break;
    top = inner;
    inner = top.shadowRoot?.elementFromPoint(x, y);
  }
  // Through shadow trees, from the inside out.
  const around: Node[] = [];
  for (let each: AnyRoot | null | undefined = top; each; each = each.parentNode ?? each.host) around.push(each);
  const isPart = around.includes(element) || element.contains(top);
  const label: AnyElement | null | undefined = top?.closest('label');
  const isReached = top === null || isPart || label?.control === element;
  const names = [top?.nodeName, top?.id, top?.getAttribute('class')].map(name => String(name ?? ''));
  const text = String(element.innerText ?? element.textContent);
  return { tag: element.nodeName.toLowerCase(), text: text.replace(/\s+/g, ' ').trim(), isReached, names };
}

/** Type and limits of an `input`, as its properties tell them; empty for other elements. */
export function inputLimits({ nodeName, type, min, max, step }: AnyElement): string[] {
  return nodeName === 'INPUT' ? [type, min, max, step].map(String) : [];
}
