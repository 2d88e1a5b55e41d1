import { z } from 'zod';
import { FindingImpact } from '../actions/accessibility-rules.ts';
import { ObservedText } from '../values/observed.ts';

/** One element that breaks one rule of axe-core. */
export const AccessibilityFinding = z.strictObject({
  /** e.g. `color-contrast`. */
  rule: z.string(),
  impact: FindingImpact.optional(),
  /** What the rule asks for. */
  help: z.string(),
  helpUrl: z.string(),
  /** Its role and name, else its tag. */
  element: ObservedText,
  /** Missing where none leads to it alone. */
  locator: ObservedText.optional(),
  /** Where axe-core found it: selectors through frames and shadow roots. */
  target: ObservedText,
  /** What would mend it, in the words of axe-core. */
  remedy: ObservedText.optional(),
});
export type AccessibilityFinding = z.infer<typeof AccessibilityFinding>;
