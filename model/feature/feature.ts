import { z } from 'zod';

/** A feature file as it reads, without codes and links. Lines count from 1, positions from 0. */

export const Step = z.strictObject({
  /** Position in the scenario, the steps of backgrounds counted. */
  index: z.number().int().min(0),
  /** As written, without the blank after it, e.g. `Given` or `*`. */
  keyword: z.string(),
  /** Placeholders as written. */
  text: z.string(),
  line: z.number().int(),
  background: z.boolean().optional(),
  /** Data table, row by row. */
  table: z.array(z.array(z.string())).optional(),
  docString: z.string().optional(),
});
export type Step = z.infer<typeof Step>;

export const ExampleRow = z.strictObject({
  line: z.number().int(),
  /** Cells by column. */
  values: z.record(z.string(), z.string()),
  /** Those of the scenario and of the examples. */
  tags: z.array(z.string()),
});
export type ExampleRow = z.infer<typeof ExampleRow>;

export const Scenario = z.strictObject({
  name: z.string(),
  keyword: z.string(),
  line: z.number().int(),
  /** Those of the feature and the rule first; with their `@`. */
  tags: z.array(z.string()),
  /** Its own issue keys, without those of its feature. */
  issueKeys: z.array(z.string()),
  steps: z.array(Step),
  /** The rows of a scenario outline, over all its examples. */
  rows: z.array(ExampleRow).optional(),
});
export type Scenario = z.infer<typeof Scenario>;

export const Feature = z.strictObject({
  name: z.string(),
  keyword: z.string(),
  tags: z.array(z.string()),
  issueKeys: z.array(z.string()),
  /** Those in rules too, in the order of the file. */
  scenarios: z.array(Scenario),
});
export type Feature = z.infer<typeof Feature>;

export const ParseFault = z.strictObject({ line: z.number().int().optional(), message: z.string() });
export type ParseFault = z.infer<typeof ParseFault>;
