import type { Locator, LocatorStep } from './locator.ts';

/** The texts of a locator that are filled with values; regular expressions are not. */
export const locatorTexts = ({ steps }: Locator): string[] => steps.flatMap(stepTexts);

function stepTexts(step: LocatorStep): string[] {
  if ('locator' in step) return locatorTexts(step.locator);
  if (step.kind === 'role') return typeof step.name === 'string' ? [step.name] : [];
  if ('text' in step) return typeof step.text === 'string' ? [step.text] : [];
  return step.kind === 'selector' ? [step.selector] : [];
}
