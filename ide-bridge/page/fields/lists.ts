import type { AnyElement } from '../any-element.ts';

/** Whether this is a native list (`select`), or the label of one. */
export function isList(element: AnyElement): boolean {
  return (element.control ?? element).nodeName === 'SELECT';
}

/** Whether this is in a list that the browser draws only when it is opened. */
export function isFoldedOption(element: Element): boolean {
  return element.closest('select option') !== null && element.getClientRects().length === 0;
}

/** Of each option, by what it can be chosen. */
export function namesOfOptions(options: readonly HTMLOptionElement[]): [label: string, value: string][] {
  return options.map(({ label, value }) => [label, value]);
}

/** How many options at the beginning of a list only ask to choose one. */
export function countPlaceholders({ options }: AnyElement): number {
  const first = [...(options ?? [])].findIndex(({ disabled, hidden, value }) => !disabled && !hidden && value !== '');
  return Math.max(0, first);
}
