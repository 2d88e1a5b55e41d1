import { z } from 'zod';
import { MEANINGS } from './fields.ts';

/** How much a finding hinders people, in the words of axe-core: the least first. */
export const FINDING_IMPACTS = ['minor', 'moderate', 'serious', 'critical'] as const;
export const FindingImpact = z.enum(FINDING_IMPACTS);
export type FindingImpact = z.infer<typeof FindingImpact>;

/** Those that are at least as serious. */
export const impactsFrom = (least: FindingImpact): readonly FindingImpact[] =>
  FINDING_IMPACTS.slice(FINDING_IMPACTS.indexOf(least));

const WCAG_20 = ['wcag2a', 'wcag2aa'] as const;
const WCAG_21 = [...WCAG_20, 'wcag21a', 'wcag21aa'] as const;
const WCAG_22 = [...WCAG_21, 'wcag22aa'] as const;

/** What a page is held to, each with the tags of axe-core that its rules have. A level includes those below it. */
export const ACCESSIBILITY_STANDARDS = {
  wcag2a: { label: 'WCAG 2.0 A', tags: ['wcag2a'] },
  wcag2aa: { label: 'WCAG 2.0 A and AA', tags: WCAG_20 },
  wcag21a: { label: 'WCAG 2.1 A', tags: ['wcag2a', 'wcag21a'] },
  wcag21aa: { label: 'WCAG 2.1 A and AA', tags: WCAG_21 },
  wcag22aa: { label: 'WCAG 2.2 A and AA', tags: WCAG_22 },
  wcag22aaa: { label: 'WCAG 2.2 A, AA and AAA', tags: [...WCAG_22, 'wcag2aaa'] },
  'best-practice': { label: 'WCAG 2.2 A and AA, and best practices', tags: [...WCAG_22, 'best-practice'] },
} as const;

type AccessibilityStandard = keyof typeof ACCESSIBILITY_STANDARDS;

export const DEFAULT_STANDARD = 'wcag22aa' satisfies AccessibilityStandard;

export const STANDARD_NAMES = Object.keys(ACCESSIBILITY_STANDARDS).filter((name): name is AccessibilityStandard =>
  Object.hasOwn(ACCESSIBILITY_STANDARDS, name),
);

export const standardLabel = (standard: AccessibilityStandard): string => ACCESSIBILITY_STANDARDS[standard].label;

export const Standard = z.enum(STANDARD_NAMES).register(MEANINGS, {
  choices: Object.fromEntries(STANDARD_NAMES.map(name => [name, standardLabel(name)])),
});
