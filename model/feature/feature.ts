import { z } from 'zod';

/** Lines count from 1, positions from 0. */

export const Step = z.strictObject({
  /** Position in the scenario, steps of backgrounds included. */
  index: z.number().int().min(0),
  /** As written, without the blank after it, e.g. `Given` or `*`. */
  keyword: z.string(),
  /** Placeholders are not filled in. */
  text: z.string(),
  line: z.number().int(),
  background: z.boolean().optional(),
  table: z.array(z.array(z.string())).optional(),
  docString: z.string().optional(),
});
export type Step = z.infer<typeof Step>;

export const ExampleRow = z.strictObject({
  line: z.number().int(),
  values: z.record(z.string(), z.string()),
  tags: z.array(z.string()),
});
export type ExampleRow = z.infer<typeof ExampleRow>;

export const Scenario = z.strictObject({
  name: z.string(),
  keyword: z.string(),
  line: z.number().int(),
  /** Tags of feature and rule first, each with its `@`. */
  tags: z.array(z.string()),
  /** Without the keys of its feature. */
  issueKeys: z.array(z.string()),
  steps: z.array(Step),
  rows: z.array(ExampleRow).optional(),
});
export type Scenario = z.infer<typeof Scenario>;

export const Feature = z.strictObject({
  name: z.string(),
  keyword: z.string(),
  tags: z.array(z.string()),
  issueKeys: z.array(z.string()),
  /** Includes scenarios in rules, in the order of the file. */
  scenarios: z.array(Scenario),
});
export type Feature = z.infer<typeof Feature>;

export const ParseFault = z.strictObject({ line: z.number().int().optional(), message: z.string() });
export type ParseFault = z.infer<typeof ParseFault>;
