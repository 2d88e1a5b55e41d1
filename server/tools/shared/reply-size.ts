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
