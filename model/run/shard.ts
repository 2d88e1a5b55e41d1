import { z } from 'zod';
import { median } from '../values/median.ts';

/** `index` counts from 1. */
export interface Shard {
  index: number;
  count: number;
}

/** `of`: keys of the items of all parts together. */
export const ShardOfRun = z.strictObject({
  index: z.number().int().min(1),
  count: z.number().int().min(1),
  of: z.array(z.string()),
});
export type ShardOfRun = z.infer<typeof ShardOfRun>;

const MOST_SHARDS = 1_000;

/** e.g. `2/3`; undefined for other texts. */
export function readShard(text: string): Shard | undefined {
  const [, index, count] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text.trim()) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  return index !== undefined && shard.index <= shard.count && shard.count <= MOST_SHARDS ? shard : undefined;
}

/** Makes repeated keys unique: the second `t5` is `t5#2`. */
export function numberedKeys(keys: readonly string[]): string[] {
  const met = new Map<string, number>();
  return keys.map(key => {
    const times = (met.get(key) ?? 0) + 1;
    met.set(key, times);
    return times === 1 ? key : `${key}#${times}`;
  });
}

/**
 * The places of the items that a part takes, in order. Every item is in one part; the parts differ by one item at
 * most. With durations in milliseconds they take about the same time instead: an item without one counts as the
 * median. The same items and durations give the same parts everywhere.
 */
export function shardPlaces(durations: readonly (number | undefined)[], { index, count }: Shard): number[] {
  const usual = median(durations.filter(ms => ms !== undefined));
  if (usual === undefined) return slice(durations.length, { index, count });
  const loads = Array.from({ length: count }, () => ({ ms: 0, items: 0 }));
  const mine: number[] = [];
  const longestFirst = durations
    .map((ms, place) => ({ ms: ms ?? usual, place }))
    .sort((left, right) => right.ms - left.ms || left.place - right.place);
  for (const { ms, place } of longestFirst) {
    const least = loads.reduce((best, load) => (isLighter(load, best) ? load : best));
    least.ms += ms;
    least.items += 1;
    if (loads.indexOf(least) === index - 1) mine.push(place);
  }
  return mine.sort((left, right) => left - right);
}

interface PartLoad {
  ms: number;
  items: number;
}

const isLighter = (one: PartLoad, other: PartLoad): boolean =>
  one.ms < other.ms || (one.ms === other.ms && one.items < other.items);

/** Neighbours stay together: they mostly sign in as the same role. */
function slice(length: number, { index, count }: Shard): number[] {
  const from = Math.floor(((index - 1) * length) / count);
  const end = Math.floor((index * length) / count);
  return Array.from({ length: end - from }, (_, step) => from + step);
}
