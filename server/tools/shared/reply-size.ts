/** What a reply may hold when its caller names no limit; the frame around it stays below 20 kB with this. */
export const REPLY_BYTES = 18_000;

export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/** The first items whose JSON fits into a reply; the very first always. */
export function takeFitting<Item>(items: readonly Item[], mostBytes = REPLY_BYTES): Item[] {
  let bytes = 0;
  const end = items.findIndex((item, index) => {
    bytes += jsonBytes(item) + 1;
    return index > 0 && bytes > mostBytes;
  });
  return items.slice(0, end < 0 ? items.length : end);
}

/** A value whole, or the beginning of its JSON where it does not fit into a reply. */
export function takeShort(value: unknown): { value?: unknown; omitted?: string } {
  const bytes = jsonBytes(value);
  if (bytes <= REPLY_BYTES) return value === undefined ? {} : { value };
  const text = JSON.stringify(value);
  const omitted = `The value has ${bytes} bytes as JSON; this is where it begins. Ask for a part of it.`;
  return { value: `${text.slice(0, REPLY_BYTES / 4)}…`, omitted };
}
