import { z } from 'zod';
import { ActorName, Name, TestCode, VariableName } from '../names/codes.ts';

/** Without keyword and surrounding blanks. */
const StepText = z
  .string()
  .min(1)
  .max(10_000)
  .refine(text => text.trim() === text, 'the text of a step without surrounding spaces');

/** A value is the name of a column of the outline, a text with `<column>` in it, or a plain text. */
export const LinkParameters = z.record(VariableName, z.string().max(10_000));
export type LinkParameters = z.infer<typeof LinkParameters>;

export const Link = z.strictObject({
  text: StepText,
  testCode: TestCode,
  parameters: LinkParameters.optional(),
  /** Who acts, of the actors that tests of the version name; default: the first one of the scenario. */
  actor: ActorName.optional(),
  /** Name of the test, once it is deleted. */
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

export const sortedLinks = (links: readonly Link[]): Link[] => [...links].sort(byText);
