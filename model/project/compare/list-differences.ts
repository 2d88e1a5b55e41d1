/** One thing that is in both of two lists. */
export interface KeptItem<Item> {
  before: Item;
  after: Item;
  fromIndex: number;
  toIndex: number;
  /** Whether it changed places among those that are in both. */
  isMoved: boolean;
}

export interface ListDifferences<Item> {
  added: { item: Item; index: number }[];
  removed: { item: Item; index: number }[];
  kept: KeptItem<Item>[];
}

/** How a list became another one, by what its items are called; as few items as possible count as moved. */
export function listDifferences<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
): ListDifferences<Item> {
  const old = new Map(before.map((item, index) => [keyOf(item), { item, index }]));
  const added: ListDifferences<Item>['added'] = [];
  const kept: KeptItem<Item>[] = [];
  after.forEach((item, index) => {
    const was = old.get(keyOf(item));
    old.delete(keyOf(item));
    if (was === undefined) added.push({ item, index });
    else kept.push({ before: was.item, after: item, fromIndex: was.index, toIndex: index, isMoved: true });
  });
  for (const place of longestRise(kept.map(({ fromIndex }) => fromIndex))) {
    const still = kept[place];
    if (still !== undefined) still.isMoved = false;
  }
  return { added, removed: [...old.values()], kept };
}

/** Places of the longest rising selection of numbers that are all different. */
function longestRise(numbers: readonly number[]): number[] {
  /** For each length, the place of the lowest number that such a selection can end with. */
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  numbers.forEach((number, place) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? -1] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    previous[place] = ends[low - 1];
    ends[low] = place;
  });
  const places: number[] = [];
  for (let place = ends.at(-1); place !== undefined; place = previous[place]) places.push(place);
  return places;
}
