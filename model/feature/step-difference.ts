import type { Feature } from './feature.ts';

function writtenSteps({ scenarios }: Feature): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { steps } of scenarios)
    for (const { text, background } of steps) counts.set(text, background ? 1 : (counts.get(text) ?? 0) + 1);
  return counts;
}

const missingIn = (counts: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number =>
  [...counts].reduce((sum, [text, count]) => sum + Math.max(0, count - (other.get(text) ?? 0)), 0);

export function stepDifference(before: Feature | undefined, after: Feature): { added: number; removed: number } {
  const [old, now] = [before === undefined ? new Map<string, number>() : writtenSteps(before), writtenSteps(after)];
  return { added: missingIn(now, old), removed: missingIn(old, now) };
}
