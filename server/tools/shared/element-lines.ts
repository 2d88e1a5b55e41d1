import type { PageElement } from '../../../model/protocol/app-window.ts';

export type ListedElement = Omit<PageElement, 'ref'> & { ref: string };

/** An element in one line that costs a model few words: `e5 textbox "Email" [focused] = "ada@example.com"`. */
export function elementLine({ ref, role, name, state = [], value, options, optionCount, box }: ListedElement): string {
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
