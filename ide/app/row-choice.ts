/** The chosen rows of a test: the one that the address names, and those chosen along with it. */

/** Counts only as long as the row of the address is one of `keys`. */
export interface RowChoice {
  testCode: string;
  /** Where a range of rows begins. */
  anchor: string;
  keys: readonly string[];
}

interface Chosen {
  choice: RowChoice | undefined;
  testCode: string | undefined;
  /** The row of the address. */
  actionId: string | undefined;
}

export function chosenKeys({ choice, testCode, actionId }: Chosen, order: readonly string[]): string[] {
  if (actionId === undefined) return [];
  const isChosen = choice?.testCode === testCode && choice?.keys.includes(actionId) === true;
  const keys = new Set(isChosen ? choice.keys : [actionId]);
  return order.filter(key => keys.has(key));
}

/** In either direction. */
export function rowRange(order: readonly string[], anchor: string, key: string): string[] {
  const [from, to] = [order.indexOf(anchor), order.indexOf(key)];
  if (from < 0 || to < 0) return [key];
  return order.slice(Math.min(from, to), Math.max(from, to) + 1);
}

/** The new index of the first key when all move before the row at `before`; undefined where they are already. */
export function placeBefore(order: readonly string[], keys: readonly string[], before: number): number | undefined {
  const isMoved = (key: string) => keys.includes(key);
  const to = order.slice(0, before).filter(key => !isMoved(key)).length;
  return order.slice(to, to + keys.length).every(isMoved) ? undefined : to;
}
