/** What a browser keeps of the first steps in a project: how its first minute goes, and which cards were put away. */
import { z } from 'zod';
import { TestCode } from '../../model/names/codes.ts';

const FirstMinute = z.discriminatedUnion('phase', [
  z.object({ phase: z.literal('opening') }),
  /** Nothing is written: the app did not answer, or could not be opened at all. */
  z.object({ phase: z.literal('closed'), message: z.string(), isSilent: z.boolean() }),
  z.object({ phase: z.literal('writing'), title: z.string() }),
  z.object({ phase: z.literal('running'), title: z.string() }),
  /** `state`: how the test ended. */
  z.object({ phase: z.literal('done'), title: z.string(), state: z.string() }),
]);
export type FirstMinute = z.infer<typeof FirstMinute>;

export const FirstSteps = z.object({
  minute: FirstMinute.optional(),
  /** The sign-in test, until its values are given. */
  draft: TestCode.optional().catch(undefined),
  hidden: z.array(z.string()),
  /** Shows cards that are done or were dismissed, too. */
  isAll: z.boolean().optional(),
});
export type FirstSteps = z.infer<typeof FirstSteps>;

export const NO_STEPS: FirstSteps = { hidden: [] };
