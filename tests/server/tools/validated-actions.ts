import { z } from 'zod';

/** What validateActions says of one action. */
const Validated = z.looseObject({
  actionIndex: z.number(),
  type: z.string(),
  matches: z.number().optional(),
  element: z.looseObject({ role: z.string().optional(), name: z.string().optional(), tag: z.string() }).optional(),
  error: z
    .strictObject({ message: z.string(), field: z.string().optional(), candidates: z.array(z.string()).optional() })
    .optional(),
  better: z.string().optional(),
  notChecked: z.string().optional(),
});

/** The answer of validateActions. */
export const ValidatedActions = z.object({
  actions: z.array(Validated),
  url: z.string().optional(),
  hint: z.string().optional(),
});
