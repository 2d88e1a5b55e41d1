import type { PlannedItem } from '../../../model/protocol/bridge.ts';
import { numberedKeys, type Shard, type ShardOfRun, shardPlaces } from '../../../model/run/shard.ts';
import { plannedKey, plannedResultKey } from './item-names.ts';

/** Which of the items that a run comes to are to run. */
export interface ItemChoice {
  /** Default: all. */
  keep?: ((item: PlannedItem) => boolean) | undefined;
  /** Only the part of one of several machines. */
  shard?: Shard | undefined;
  /** How long items take in milliseconds, by their keys: parts then take about the same time. */
  durations?: ReadonlyMap<string, number> | undefined;
  /** These instead, in this order, by where they are among all. */
  places?: readonly number[] | undefined;
}

export interface ChosenItems<Item extends PlannedItem> {
  items: Item[];
  /** Where they are among all. */
  places: number[];
  shard?: ShardOfRun;
}

export function chooseItems<Item extends PlannedItem>(
  all: readonly Item[],
  { keep = () => true, shard, durations = new Map(), places }: ItemChoice = {},
): ChosenItems<Item> {
  const numbered = all.map((item, place) => ({ item, place }));
  const kept = places?.flatMap(place => numbered[place] ?? []) ?? numbered.filter(({ item }) => keep(item));
  const at = (chosen: typeof kept) => ({ items: chosen.map(one => one.item), places: chosen.map(one => one.place) });
  if (shard === undefined) return at(kept);
  const keys = kept.map(({ item }) => plannedKey(item));
  const mine = shardPlaces(
    keys.map(key => durations.get(key)),
    shard,
  );
  const of = numberedKeys(kept.map(({ item }) => plannedResultKey(item)));
  return { ...at(mine.flatMap(place => kept[place] ?? [])), shard: { ...shard, of } };
}
