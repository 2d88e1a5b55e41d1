/** Focus that nobody has chosen: on the page itself, or lent until somebody uses it. */

let lent: Element | null = null;

export function isFocusFree(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement === lent;
}

/** Focuses an element until a better one comes or it is used. */
export function lendFocus(element: HTMLElement | undefined): void {
  if (element === undefined) return;
  element.focus();
  lent = element;
}

/** Called at the first key or click. */
export function endLoan(): void {
  lent = null;
}
