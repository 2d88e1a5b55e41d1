/** The part in which two states of a list differ. */
interface ChangedSpan<Item> {
  /** Position at which it begins in both. */
  start: number;
  before: readonly Item[];
  after: readonly Item[];
}

/** What is between the equal beginning and the equal end of two lists. An edit of a long list leaves a short span. */
export function changedSpan<Item>(
  before: readonly Item[],
  after: readonly Item[],
  isSame: (one: Item | undefined, other: Item | undefined) => boolean = Object.is,
): ChangedSpan<Item> {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isSame(before[start], after[start])) start += 1;
  let equalAtEnd = 0;
  while (equalAtEnd < shorter - start && isSame(before.at(-1 - equalAtEnd), after.at(-1 - equalAtEnd))) equalAtEnd += 1;
  return {
    start,
    before: before.slice(start, before.length - equalAtEnd),
    after: after.slice(start, after.length - equalAtEnd),
  };
}
