/** Which names fit best to what is sought. Pure. */

/** The whole name, its beginning, the beginning of a word in it, anywhere in it, elsewhere. */
export function matchRank(name: string, sought: string): number {
  const [whole, part] = [name.toLowerCase(), sought.trim().toLowerCase()];
  const at = whole.indexOf(part);
  if (at < 0) return 4;
  if (at === 0) return whole === part ? 0 : 1;
  const before = whole.split(part).slice(0, -1);
  return before.some(text => !/[\p{L}\p{N}]$/u.test(text)) ? 2 : 3;
}

interface SoughtWords {
  name: string;
  /** What the name stands in, in which words are sought as well. */
  whole: string;
}

/** Those that hold all words of what is sought, the best first; what fits equally well stays in its order. */
export function bestFirst<Item>(items: readonly Item[], sought: string, wordsOf: (item: Item) => SoughtWords): Item[] {
  const words = sought.trim().toLowerCase().split(/\s+/);
  return items
    .map(item => ({ item, ...wordsOf(item) }))
    .filter(({ whole }) => words.every(word => whole.toLowerCase().includes(word)))
    .map(({ item, name }) => ({ item, rank: matchRank(name, sought) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}
