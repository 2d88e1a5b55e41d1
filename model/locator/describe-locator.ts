import { isAppError } from '../errors/errors.ts';
import type { Locator, LocatorStep, TextMatch } from './locator.ts';
import { parseLocator } from './parse-locator.ts';

const shown = (text: TextMatch): string => (typeof text === 'string' ? `“${text}”` : `/${text.source}/${text.flags}`);

/** What a step finds, for the steps that find something by themselves. */
function describeStep(step: LocatorStep): string | undefined {
  switch (step.kind) {
    case 'role':
      return [step.computed?.role ?? step.role, ...(step.name === undefined ? [] : [shown(step.name)])].join(' ');
    case 'text':
      return shown(step.text);
    case 'label':
      return `field ${shown(step.text)}`;
    case 'placeholder':
      return `field with placeholder ${shown(step.text)}`;
    case 'altText':
      return `image ${shown(step.text)}`;
    case 'title':
      return `element with title ${shown(step.text)}`;
    case 'testId':
      return `element ${shown(step.text)}`;
    case 'selector':
      return step.selector;
    case 'descendant':
      return describeSteps(step.locator);
    default:
      return undefined;
  }
}

function describeChoice(step: LocatorStep): string {
  if (step.kind === 'hasText') return ` with ${shown(step.text)}`;
  if (step.kind === 'or') return ` or ${describeSteps(step.locator)}`;
  if (step.kind !== 'nth') return '';
  if (step.computed?.index !== undefined) return ` (index ${step.computed.index})`;
  return step.index === -1 ? ' (last)' : ` (number ${step.index + 1})`;
}

/** A parsed locator in words, e.g. `button “Save”`. */
export function describeSteps({ steps }: Locator): string {
  let words = '';
  for (const step of steps) words = describeStep(step) ?? words + describeChoice(step);
  return words;
}

/** The element in words for titles, e.g. `button “Save”`; text that does not parse is given back as it is. */
export function describeLocator(text: string): string {
  try {
    return describeSteps(parseLocator(text));
  } catch (error) {
    if (!isAppError(error, 'invalid-params')) throw error;
    return text;
  }
}
