/** `null` removes the field, undefined leaves it alone. */
export function setOptional<Record extends object, Field extends keyof Record>(
  record: Record,
  field: Field,
  value: Record[Field] | null | undefined,
): void {
  if (value === null) delete record[field];
  else if (value !== undefined) record[field] = value;
}
