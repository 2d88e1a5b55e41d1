import type { Feature } from './feature.ts';

/** How often each step is written in a feature; one of a background is there once. */
function writtenSteps({ scenarios }: Feature): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { steps } of scenarios)
    for (const { text, background } of steps) counts.set(text, background ? 1 : (counts.get(text) ?? 0) + 1);
  return counts;
}

const missingIn = (counts: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number =>
  [...counts].reduce((sum, [text, count]) => sum + Math.max(0, count - (other.get(text) ?? 0)), 0);

/** How many steps came and went between two states of a feature, matched by their texts. */
export function stepDifference(before: Feature | undefined, after: Feature): { added: number; removed: number } {
  const [old, now] = [before === undefined ? new Map<string, number>() : writtenSteps(before), writtenSteps(after)];
  return { added: missingIn(now, old), removed: missingIn(old, now) };
}
