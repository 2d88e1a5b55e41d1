import { z } from 'zod';

/** The schemas that a value may have to fit, behind what only says that it may be missing. */
function optionsOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return optionsOf(schema.unwrap());
  return schema instanceof z.ZodUnion ? schema.options.flatMap(optionsOf) : [schema];
}

function membersOf(schema: z.core.$ZodType, part: PropertyKey): z.core.$ZodType[] {
  if (schema instanceof z.ZodArray) return [schema.element];
  if (schema instanceof z.ZodRecord) return [schema.valueType];
  const member = schema instanceof z.ZodObject ? schema.shape[String(part)] : undefined;
  return member === undefined ? [] : [member];
}

/** Names that the object at a place of a schema can have; undefined where it takes any names, or no object. */
export function knownNames(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] | undefined {
  let schemas = optionsOf(schema);
  for (const part of path) schemas = schemas.flatMap(each => membersOf(each, part)).flatMap(optionsOf);
  const objects = schemas.filter(each => each instanceof z.ZodObject);
  return objects.length === 0 ? undefined : [...new Set(objects.flatMap(each => Object.keys(each.shape)))];
}
