/** What the page reads of a stored run; fields that it does not use are let through. */
import { z } from 'zod';
import { ModuleCode, TestCode } from '../../../model/project/codes.ts';

const Failure = z.object({ message: z.string(), expected: z.string().optional(), actual: z.string().optional() });
export type ShownFailure = z.infer<typeof Failure>;

const ShownAction = z.object({
  actionId: z.string(),
  title: z.string(),
  state: z.string(),
  ms: z.number(),
  round: z.number().optional(),
  error: Failure.optional(),
  get actions() {
    return z.array(ShownAction).optional();
  },
});
export type ShownAction = z.infer<typeof ShownAction>;

const ShownTest = z.object({
  testCode: TestCode,
  moduleCode: ModuleCode,
  title: z.string(),
  row: z.object({ index: z.number() }).optional(),
  state: z.string(),
  ms: z.number(),
  error: Failure.optional(),
  actions: z.array(ShownAction),
});
export type ShownTest = z.infer<typeof ShownTest>;

const ShownStep = z.object({
  index: z.number(),
  keyword: z.string(),
  text: z.string(),
  state: z.string(),
  ms: z.number(),
  testCode: TestCode.optional(),
  error: Failure.optional(),
  actions: z.array(ShownAction),
});
export type ShownStep = z.infer<typeof ShownStep>;

const ShownScenario = z.object({
  scenario: z.string(),
  row: z.number().optional(),
  name: z.string(),
  featureName: z.string(),
  file: z.string(),
  state: z.string(),
  ms: z.number(),
  error: Failure.optional(),
  steps: z.array(ShownStep),
});
export type ShownScenario = z.infer<typeof ShownScenario>;

export const RunReply = z.object({
  run: z.object({ items: z.array(ShownTest), scenarios: z.array(ShownScenario).optional() }),
  /** What did not fit. */
  omitted: z.string().optional(),
});
export type RunReply = z.infer<typeof RunReply>;
