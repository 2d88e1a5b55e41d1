import type { FeatureCatalog } from './feature-catalog.ts';

const counts = new WeakMap<FeatureCatalog, ReadonlyMap<string, number>>();

/** How many steps have each text; those of backgrounds count once for each scenario. */
export function stepCounts(catalog: FeatureCatalog): ReadonlyMap<string, number> {
  const known = counts.get(catalog);
  if (known !== undefined) return known;
  const found = new Map<string, number>();
  for (const { scenarios } of catalog)
    for (const { steps } of scenarios) for (const { text } of steps) found.set(text, (found.get(text) ?? 0) + 1);
  counts.set(catalog, found);
  return found;
}
