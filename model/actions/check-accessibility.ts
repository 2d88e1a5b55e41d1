import { z } from 'zod';
import { LocatorText } from '../locator/parse-locator.ts';
import { TextValue } from '../names/codes.ts';
import { findingsNameFault } from '../names/file-path.ts';
import { literalText } from '../values/template.ts';
import { FindingImpact, Standard, standardLabel } from './accessibility-rules.ts';
import { defineActionKind } from './define-action-kind.ts';
import { fieldFault } from './field-fault.ts';
import { FIELDS } from './fields.ts';
import { elementPart, fieldPart, say } from './sentence.ts';

/** Large pages take long. */
const CHECK_LIMIT_MS = 30_000;

/** The page is looked at once, when its transitions have ended: what is wrong does not come right by waiting. */
export const checkAccessibility = defineActionKind({
  type: 'checkAccessibility',
  label: 'Check accessibility',
  alsoCalled: ['a11y', 'axe', 'accessibility', 'wcag'],
  isSpecial: true,
  isLook: true,
  fields: {
    standard: Standard.describe('What the page is held to; default: wcag22aa').optional(),
    locator: FIELDS.locator.optional(),
    exclude: z
      .array(LocatorText)
      .min(1)
      .max(50)
      .describe('Locators of elements that are left out, with all in them')
      .optional(),
    disabledRules: z
      .array(
        z
          .string()
          .max(100)
          .regex(/^[a-z][a-z0-9-]*$/, 'the name of a rule of axe-core, e.g. "color-contrast"'),
      )
      .min(1)
      .max(100)
      .describe('Rules of axe-core that are left out, e.g. color-contrast')
      .optional(),
    leastImpact: FindingImpact.describe(
      'Less serious findings do not count; default: minor, so that all do',
    ).optional(),
    baseline: TextValue.describe(
      'Name of a list in files/baselines/ whose findings are known and do not fail, e.g. shop',
    ).optional(),
  },
  title: ({ standard, locator }) => {
    const by = standard === undefined ? '' : say` by ${fieldPart('standard', standardLabel(standard))}`;
    return say`Check the accessibility of ${locator === undefined ? 'the page' : elementPart(locator)}${by}`;
  },
  uses: () => ({ asks: ['standard', 'locator'] }),
  element: () => 'any',
  limitMs: ({ timeoutMs }) => timeoutMs ?? CHECK_LIMIT_MS,
  fault: ({ baseline }) => {
    const literal = baseline === undefined ? undefined : literalText(baseline);
    return fieldFault('baseline', literal === undefined ? undefined : findingsNameFault(literal));
  },
});
