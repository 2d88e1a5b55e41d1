/** Focus that nobody has chosen: it is on the page itself, or was only lent until somebody uses it. */

let lent: Element | null = null;

/** Whether an element may take the focus that it should have, though something else may hold it meanwhile. */
export function isFocusFree(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement === lent;
}

/** Gives the focus to an element for as long as no better one comes and nobody uses it there. */
export function lendFocus(element: HTMLElement | undefined): void {
  if (element === undefined) return;
  element.focus();
  lent = element;
}

/** From the first key or click on, the focus is where somebody wants it. */
export function endLoan(): void {
  lent = null;
}
