import { z } from 'zod';

/** What people call a thing: one line, 1 to 200 characters, not blank. */
export const Name = z
  .string()
  .min(1)
  .max(200)
  .refine(text => text.trim().length > 0, 'a name that is not blank')
  .refine(text => !/\p{Cc}/u.test(text), 'one line without control characters');

/** Free text of a person about a thing. */
export const Comment = z.string().max(10_000);

/** Any text value of an action; may hold `{{ … }}`. */
export const TextValue = z.string().max(1_000_000);

/** Name of a parameter, a variable or an environment item. */
export const VariableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'a name of letters, digits and "_" that does not start with a digit');

export const Tag = z.string().regex(/^@?[^\s@,()]{1,100}$/, 'a tag such as "@smoke", without spaces');

/** Named values of a project, a module or a data row. */
export const DataValues = z.record(VariableName, z.union([z.string().max(100_000), z.number(), z.boolean()]));
export type DataValues = z.infer<typeof DataValues>;
