import { z } from 'zod';
import { Name, TestCode, VariableName } from '../names/codes.ts';

/** Text of a step, without its keyword and the blanks around it. */
const StepText = z
  .string()
  .min(1)
  .max(10_000)
  .refine(text => text.trim() === text, 'the text of a step without surrounding spaces');

/**
 * What parameters of the test get: the name of a column of the scenario outline, a text with `<column>` in it, or a text
 * as it is.
 */
export const LinkParameters = z.record(VariableName, z.string().max(10_000));
export type LinkParameters = z.infer<typeof LinkParameters>;

/** Ties all steps of one text to a test. */
export const Link = z.strictObject({
  text: StepText,
  testCode: TestCode,
  parameters: LinkParameters.optional(),
  /** What the test was called, once it is deleted. */
  testName: Name.optional(),
});
export type Link = z.infer<typeof Link>;

/** links.json: sorted by text, one link for each. */
export const LinksFile = z.strictObject({ format: z.literal(1), links: z.array(Link) });
export type LinksFile = z.infer<typeof LinksFile>;

export const NO_LINKS: LinksFile = { format: 1, links: [] };

const byText = (one: Link, other: Link): number => {
  if (one.text === other.text) return 0;
  return one.text < other.text ? -1 : 1;
};

/** In the order in which they are stored. */
export const sortedLinks = (links: readonly Link[]): Link[] => [...links].sort(byText);
