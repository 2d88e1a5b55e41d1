import { z } from 'zod';

export type FieldControl = 'text' | 'long' | 'number' | 'switch' | 'choice' | 'choices' | 'lines' | 'json';

const FieldSchema = z.looseObject({
  type: z.string().optional(),
  description: z.string().optional(),
  enum: z.array(z.string()).optional(),
  maxLength: z.number().optional(),
  items: z.looseObject({ type: z.string().optional(), enum: z.array(z.string()).optional() }).optional(),
});

export const describeSchema = (schema: z.ZodType): z.infer<typeof FieldSchema> =>
  FieldSchema.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));

/** Texts with such a limit have several lines; those without one are values, which seldom do. */
const LONG_TEXT = { from: 10_000, to: 100_000 };

export function controlOf({
  type,
  enum: choices,
  maxLength = 0,
  items,
}: ReturnType<typeof describeSchema>): FieldControl {
  if (choices !== undefined) return 'choice';
  if (type === 'boolean') return 'switch';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'array' && items?.enum !== undefined) return 'choices';
  if (type === 'array' && items?.type === 'string') return 'lines';
  if (type !== 'string') return 'json';
  return maxLength >= LONG_TEXT.from && maxLength <= LONG_TEXT.to ? 'long' : 'text';
}
