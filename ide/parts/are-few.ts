const MOST_OPENED = 1_000;

/** Whether what a filter leaves of a tree is all opened: more is not looked through row by row, and takes long to lay out. */
export const areFew = (children: ReadonlyMap<string, readonly string[]>): boolean =>
  [...children.values()].reduce((sum, { length }) => sum + length, 0) <= MOST_OPENED;
