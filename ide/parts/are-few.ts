const MOST_OPENED = 1_000;

/** Whether all that a filter leaves is opened: more takes long to lay out, and nobody reads it row by row. */
export const areFew = (children: ReadonlyMap<string, readonly string[]>): boolean =>
  [...children.values()].reduce((sum, { length }) => sum + length, 0) <= MOST_OPENED;
