/** Sets a field when a value is given, removes it when null is given, and leaves it alone otherwise. */
export function setOptional<Record extends object, Field extends keyof Record>(
  record: Record,
  field: Field,
  value: Record[Field] | null | undefined,
): void {
  if (value === null) delete record[field];
  else if (value !== undefined) record[field] = value;
}
