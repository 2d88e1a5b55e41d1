import { expressionSpans } from '../values/template.ts';
import type { Locator, LocatorStep, TextMatch } from './locator.ts';

/** The texts of a locator that are filled with values; of regular expressions each value by itself. */
export const locatorTexts = ({ steps }: Locator): string[] => steps.flatMap(stepTexts);

function stepTexts(step: LocatorStep): string[] {
  const computed = Object.values(step.computed ?? {});
  if ('locator' in step) return locatorTexts(step.locator);
  if (step.kind === 'role') return [...matchTexts(step.name), ...matchTexts(step.description), ...computed];
  if ('text' in step) return [...matchTexts(step.text), ...computed];
  return step.kind === 'selector' ? [step.selector] : computed;
}

function matchTexts(match: TextMatch | undefined): string[] {
  if (match === undefined || typeof match === 'string') return match === undefined ? [] : [match];
  return expressionSpans(match.source).map(({ start, end }) => match.source.slice(start, end));
}
