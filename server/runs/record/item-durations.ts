import type { VersionId } from '../../../model/names/codes.ts';
import { median } from '../../../model/values/median.ts';
import { outcomesIn } from './item-histories.ts';
import { MOST_RUNS } from './last-states.ts';
import type { RunArchive } from './run-archive.ts';

/** Median milliseconds of passed items, by key. */
export async function itemDurations(archive: RunArchive, versionId: VersionId): Promise<Map<string, number>> {
  const times = new Map<string, number[]>();
  for await (const { passedMs } of outcomesIn(archive, versionId))
    for (const [key, ms] of passedMs) {
      const known = times.get(key) ?? [];
      if (known.length < MOST_RUNS) times.set(key, [...known, ms]);
    }
  return new Map([...times].map(([key, known]) => [key, Math.round(median(known) ?? 0)]));
}
