/**
 * What a value looks like in a text field: texts as they are, numbers and booleans plainly, null and undefined empty,
 * objects and lists as compact JSON.
 */
export function plainText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Whether JSONata counts a value as true: empty texts, lists and objects, 0 and null are not; nor is a list of such. */
export function isTruthy(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isTruthy);
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}
