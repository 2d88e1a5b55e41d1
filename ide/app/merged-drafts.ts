/** What becomes of a draft where what it was begun on is changed elsewhere. Pure. */
import { isSame } from './edits.ts';

export type FieldValues = Readonly<Record<string, unknown>>;

interface Sides {
  mine: FieldValues;
  /** What `mine` was begun on. */
  base: FieldValues;
  /** What is stored by now. */
  theirs: FieldValues;
}

export const withFields = (fields: FieldValues, names: readonly string[], from: FieldValues): FieldValues => ({
  ...fields,
  ...Object.fromEntries(names.map(name => [name, from[name]])),
});

/** What was changed elsewhere, taken in where it was not changed here; `both` was changed in both places. */
export function merged({ mine, base, theirs }: Sides): { mine: FieldValues; base: FieldValues; both: string[] } {
  const changed = Object.keys({ ...base, ...mine }).filter(name => !isSame(mine[name], base[name]));
  return {
    mine: withFields(theirs, changed, mine),
    base: withFields(theirs, changed, base),
    both: changed.filter(name => !isSame(theirs[name], base[name]) && !isSame(theirs[name], mine[name])),
  };
}
