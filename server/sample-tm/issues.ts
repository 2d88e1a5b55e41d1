/** The issues of the sample service: requirements of the sample shop with the Cucumber tests that cover them. */
import { z } from 'zod';
import issuesFile from './issues.json' with { type: 'json' };

const TestIssue = z.strictObject({
  key: z.string(),
  labels: z.array(z.string()).default([]),
  title: z.string(),
  lines: z.array(z.string()),
});
export type TestIssue = z.infer<typeof TestIssue>;

const Requirement = z.strictObject({
  key: z.string(),
  language: z.string().optional(),
  title: z.string(),
  description: z.string(),
  background: z.array(z.string()).default([]),
  tests: z.array(TestIssue),
});
export type Requirement = z.infer<typeof Requirement>;

export const REQUIREMENTS = z.array(Requirement).parse(issuesFile);

/** Tests whose scenarios are in the sample project: they take results, and no saved query selects them. */
export const TESTS_OF_PROJECT: readonly string[] = ['SHOP-101', 'SHOP-102', 'SHOP-103'];

/** Saved queries by their number: which tests they select. */
export const FILTERS: ReadonlyMap<string, (test: TestIssue) => boolean> = new Map([
  ['10001', () => true],
  ['10002', ({ labels }: TestIssue) => labels.includes('smoke')],
  ['10003', () => false],
]);
