/** Which rows of a test are chosen: the one that the address names, and those chosen along with it. Pure. */

/** Counts only as long as the row of the address is one of `keys`. */
export interface RowChoice {
  testCode: string;
  /** Where a stretch of rows begins. */
  anchor: string;
  keys: readonly string[];
}

interface Chosen {
  choice: RowChoice | undefined;
  testCode: string | undefined;
  /** That of the address. */
  actionId: string | undefined;
}

/** In their order. */
export function chosenKeys({ choice, testCode, actionId }: Chosen, order: readonly string[]): string[] {
  if (actionId === undefined) return [];
  const isMeant = choice?.testCode === testCode && choice?.keys.includes(actionId) === true;
  const keys = new Set(isMeant ? choice.keys : [actionId]);
  return order.filter(key => keys.has(key));
}

/** All from one to the other, whichever comes first. */
export function stretch(order: readonly string[], anchor: string, key: string): string[] {
  const [from, to] = [order.indexOf(anchor), order.indexOf(key)];
  if (from < 0 || to < 0) return [key];
  return order.slice(Math.min(from, to), Math.max(from, to) + 1);
}

export interface Move {
  key: string;
  /** The position that it has afterwards. */
  to: number;
}

/** One move after the other that brings the keys, in their order, to stand before the row at `before`. */
export function movesTo(order: readonly string[], keys: readonly string[], before: number): Move[] {
  const moved = order.filter(key => keys.includes(key));
  const next = order.slice(before).find(key => !moved.includes(key));
  const moves: Move[] = [];
  let current = [...order];
  moved.forEach((key, index) => {
    const others = current.filter(other => other !== key);
    const previous = moved[index - 1];
    const end = next === undefined ? others.length : others.indexOf(next);
    const to = previous === undefined ? end - countBehind(others, moved, end) : others.indexOf(previous) + 1;
    if (current[to] !== key) moves.push({ key, to });
    current = others.toSpliced(to, 0, key);
  });
  return moves;
}

/** Those of the moved ones that stand right before the place already do not come between. */
function countBehind(others: readonly string[], moved: readonly string[], end: number): number {
  const before = others.slice(0, end).toReversed();
  const first = before.findIndex(key => !moved.includes(key));
  return first < 0 ? before.length : first;
}
