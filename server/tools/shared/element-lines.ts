import { isAppError } from '../../../model/errors/errors.ts';
import { whereabouts } from '../../../model/locator/describe-locator.ts';
import { parseLocator } from '../../../model/locator/parse-locator.ts';
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

/** One line for each; those that role and name do not tell from others with where they are, or, as all may, with the locator. */
export function elementLines(elements: readonly ListedElement[], { locators = false } = {}): string[] {
  const says = ({ role, name }: ListedElement) => JSON.stringify([role, name]);
  const isAlike = repeated(elements.map(says));
  const places = elements.map(element => (isAlike(says(element)) ? placeOf(element) : undefined));
  const told = (at: number) => JSON.stringify([elements[at]?.role, elements[at]?.name, places[at]]);
  const isVague = repeated(elements.map((_, at) => told(at)));
  return elements.map((element, at) => {
    const line = elementLine(element);
    if (!locators && !isAlike(says(element))) return line;
    const place = places[at];
    return locators || place === undefined || isVague(told(at)) ? `${line}  ${element.locator}` : `${line} ${place}`;
  });
}

/** Tells whether a text is there more than once. */
function repeated(texts: readonly string[]): (text: string) => boolean {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return text => (counts.get(text) ?? 0) > 1;
}

/** Where it is, in few words. */
function placeOf({ locator }: ListedElement): string | undefined {
  try {
    return whereabouts(parseLocator(locator));
  } catch (error) {
    if (!isAppError(error, 'invalid-params')) throw error;
    return undefined;
  }
}
