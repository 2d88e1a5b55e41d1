import { isSame } from './edits.ts';

export type FieldValues<Value = unknown> = Readonly<Record<string, Value | undefined>>;

interface Sides<Value> {
  mine: FieldValues<Value>;
  base: FieldValues<Value>;
  theirs: FieldValues<Value>;
}

export const withFields = <Value>(
  fields: FieldValues<Value>,
  names: readonly string[],
  from: FieldValues<Value>,
): FieldValues<Value> => ({ ...fields, ...Object.fromEntries(names.map(name => [name, from[name]])) });

/** Takes over what was changed only elsewhere; `both`: fields that were changed in both places. */
export function merged<Value>({ mine, base, theirs }: Sides<Value>) {
  const changed = Object.keys({ ...base, ...mine }).filter(name => !isSame(mine[name], base[name]));
  const both = changed.filter(name => !isSame(theirs[name], base[name]) && !isSame(theirs[name], mine[name]));
  // What both changed keeps its base, so that the conflict stays until it is settled.
  return { mine: withFields(theirs, changed, mine), base: withFields(theirs, both, base), both };
}
