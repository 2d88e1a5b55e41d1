import { z } from 'zod';
import { isRecord } from './json-value.ts';
import { type Redactor, redactDeep, unlessSame, unlessSameEntries } from './redactor.ts';

const OBSERVED = z.registry<{ isObserved: true }>();

/**
 * Marks texts from outside (pages, consoles, requests, services), in which secrets are masked wherever they are shown.
 * Everything else (keys, codes, names of files, plain text of the project) is shown as it is, since whoever reads it
 * may write it back.
 */
export function observed<Schema extends z.ZodType>(schema: Schema): Schema {
  const marked = schema.clone();
  OBSERVED.add(marked, { isObserved: true });
  return marked;
}

export const ObservedText = observed(z.string());

/** Returns the very same value when nothing is masked. */
export function redactObserved(schema: unknown, value: unknown, redact: Redactor): unknown {
  if (!(schema instanceof z.ZodType) || value === undefined || value === null) return value;
  if (OBSERVED.get(schema) !== undefined) return redactDeep(value, redact);
  // What is marked in any of several forms is masked in all of them.
  const forms = formsOf(schema);
  if (forms !== undefined) return forms.reduce((last: unknown, form) => redactObserved(form, last, redact), value);
  return redactParts(schema, value, redact);
}

function formsOf(schema: z.ZodType): readonly unknown[] | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return [schema.def.innerType];
  if (schema instanceof z.ZodReadonly || schema instanceof z.ZodCatch) return [schema.def.innerType];
  if (schema instanceof z.ZodLazy) return [schema.unwrap()];
  if (schema instanceof z.ZodPipe) return [schema.out];
  if (schema instanceof z.ZodUnion) return schema.options;
  return schema instanceof z.ZodIntersection ? [schema.def.left, schema.def.right] : undefined;
}

function redactParts(schema: z.ZodType, value: unknown, redact: Redactor): unknown {
  const inside = (part: unknown) => (item: unknown) => redactObserved(part, item, redact);
  if (schema instanceof z.ZodArray) return Array.isArray(value) ? unlessSame(value, inside(schema.element)) : value;
  if (!isRecord(value)) return value;
  if (schema instanceof z.ZodRecord) return unlessSameEntries(value, inside(schema.valueType));
  if (!(schema instanceof z.ZodObject)) return value;
  const { shape, def } = schema;
  return unlessSameEntries(value, (item, key) => inside(Object.hasOwn(shape, key) ? shape[key] : def.catchall)(item));
}
