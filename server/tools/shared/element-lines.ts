import type { PageElement } from '../../../model/protocol/app-window.ts';

export type ListedElement = Omit<PageElement, 'ref'> & { ref: string };

/** An element in one line that costs a model few words: `e5 textbox "Email" [focused] = "ada@example.com"`. */
function elementLine({ ref, role, name, state = [], value, options, optionCount, box }: ListedElement): string {
  // What a heading ranks says little; what it says, enough.
  const states = state.filter(word => !word.startsWith('level '));
  const rest = optionCount === undefined ? '' : ` … ${optionCount}`;
  return [
    `${ref} ${role}`,
    ...(name === '' ? [] : [JSON.stringify(name)]),
    ...(states.length === 0 ? [] : [`[${states.join(', ')}]`]),
    ...(value === undefined ? [] : [`= ${JSON.stringify(value)}`]),
    ...(options === undefined ? [] : [`(${options.join(' | ')}${rest})`]),
    ...(box === undefined ? [] : [`at ${box.x},${box.y} ${box.width}x${box.height}`]),
  ].join(' ');
}

/** One line for each; those that role and name do not tell from others, or all, with the locator that does. */
export function elementLines(elements: readonly ListedElement[], { locators = false } = {}): string[] {
  const says = ({ role, name }: ListedElement) => JSON.stringify([role, name]);
  const counts = new Map<string, number>();
  for (const element of elements) counts.set(says(element), (counts.get(says(element)) ?? 0) + 1);
  return elements.map(element => {
    const isAlike = (counts.get(says(element)) ?? 0) > 1;
    return `${elementLine(element)}${locators || isAlike ? `  ${element.locator}` : ''}`;
  });
}
