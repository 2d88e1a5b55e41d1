import { isSame } from './edits.ts';

export type FieldValues = Readonly<Record<string, unknown>>;

interface Sides {
  mine: FieldValues;
  base: FieldValues;
  theirs: FieldValues;
}

export const withFields = (fields: FieldValues, names: readonly string[], from: FieldValues): FieldValues => ({
  ...fields,
  ...Object.fromEntries(names.map(name => [name, from[name]])),
});

/** Takes over what was changed only elsewhere; `both`: fields that were changed in both places. */
export function merged({ mine, base, theirs }: Sides): { mine: FieldValues; base: FieldValues; both: string[] } {
  const changed = Object.keys({ ...base, ...mine }).filter(name => !isSame(mine[name], base[name]));
  return {
    mine: withFields(theirs, changed, mine),
    base: withFields(theirs, changed, base),
    both: changed.filter(name => !isSame(theirs[name], base[name]) && !isSame(theirs[name], mine[name])),
  };
}
