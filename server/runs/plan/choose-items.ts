import type { PlannedItem } from '../../../model/protocol/bridge.ts';
import { numberedKeys, type ShardOfRun, shardPlaces } from '../../../model/run/shard.ts';
import { plannedKey, plannedResultKey } from './item-names.ts';
import type { ItemChoice } from './run-request.ts';

export interface ChosenItems<Item extends PlannedItem> {
  items: Item[];
  /** Indexes of the items among all. */
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
