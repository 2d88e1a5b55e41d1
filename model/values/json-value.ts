export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const MAX_DEPTH = 64;
/** Of one text in a message, in characters. */
export const MAX_STRING_LENGTH = 1_000_000;
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** What makes a parsed message unsafe; stops at the depth limit. */
export function contentFault(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string' && value.length > MAX_STRING_LENGTH)
    return `A text of ${value.length} characters is too long; at most ${MAX_STRING_LENGTH}`;
  if (!isObject(value)) return undefined;
  if (depth >= MAX_DEPTH) return `The message has more than ${MAX_DEPTH} levels of brackets`;
  for (const key in value) {
    const fault = FORBIDDEN_KEYS.has(key) ? `The name "${key}" is not allowed` : contentFault(value[key], depth + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
