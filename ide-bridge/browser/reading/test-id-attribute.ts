import type { Locator, LocatorStep, TextMatch } from '../../../model/locator/locator.ts';

export const DEFAULT_TEST_ID_ATTRIBUTE = 'data-testid';

/**
 * Playwright knows one test id attribute for the whole process, so with several projects `getByTestId` is written out.
 */
export function resolveTestIds(locator: Locator, attribute = DEFAULT_TEST_ID_ATTRIBUTE): Locator {
  if (attribute === DEFAULT_TEST_ID_ATTRIBUTE) return locator;
  return { steps: locator.steps.map(step => resolveStep(step, attribute)) };
}

function resolveStep(step: LocatorStep, attribute: string): LocatorStep {
  if (step.kind === 'testId') return { kind: 'selector', selector: testIdSelector(step.text, attribute) };
  return 'locator' in step ? { ...step, locator: resolveTestIds(step.locator, attribute) } : step;
}

/** CSS has no regular expressions; Playwright's engine for test ids takes any attribute. */
function testIdSelector(text: TextMatch, attribute: string): string {
  if (typeof text === 'string') return `css=[${cssName(attribute)}=${cssString(text)}]`;
  return `internal:testid=[${attribute}=/${text.source}/${text.flags}]`;
}

const cssName = (name: string): string => name.replace(/[^\w-]/g, character => `\\${character}`);

const cssString = (text: string): string =>
  `"${text.replace(/["\\]/g, '\\$&').replace(/[\n\r\f]/g, character => `\\${character.charCodeAt(0).toString(16)} `)}"`;
