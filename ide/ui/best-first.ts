import { wordFilter } from './word-filter.ts';

/** From best: the whole name, its beginning, the beginning of a word in it, anywhere in it, elsewhere. */
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
  /** What contains the name; words are searched there as well. */
  whole: string;
}

/** Items that hold all words, the best first; equal ones keep their order. */
export function bestFirst<Item>(items: readonly Item[], sought: string, wordsOf: (item: Item) => SoughtWords): Item[] {
  const fits = wordFilter(sought);
  return items
    .map(item => ({ item, ...wordsOf(item) }))
    .filter(({ whole }) => fits(whole))
    .map(({ item, name }) => ({ item, rank: matchRank(name, sought) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}
