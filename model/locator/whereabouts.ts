import type { Locator, LocatorStep } from './locator.ts';

const quoted = (name: unknown): string | undefined =>
  typeof name === 'string' ? ` ${JSON.stringify(name)}` : undefined;

/** A step of a scope in a few words; undefined where only its locator can say it. */
function scopeWords(step: LocatorStep): string | undefined {
  if (step.kind === 'role')
    return step.name === undefined ? ` ${step.role}` : joined(` ${step.role}`, quoted(step.name));
  if (step.kind === 'hasText') return quoted(step.text);
  if (step.kind === 'nth') return step.index < 0 ? undefined : ` #${step.index + 1}`;
  const inner = step.kind === 'has' ? step.locator.steps.at(-1) : undefined;
  return inner?.kind === 'role' ? quoted(inner.name) : undefined;
}

const joined = (start: string, end: string | undefined): string | undefined => end && `${start}${end}`;

/**
 * Tells an element from similar ones in a few words: `in row "Smith"`, `#2` of all. Undefined where only its locator
 * can do that.
 */
export function whereabouts({ steps }: Locator): string | undefined {
  const at = steps.findLastIndex(({ kind }) => kind === 'role');
  const place = steps.slice(0, at).map(scopeWords);
  const rank = steps.slice(at + 1).map(step => (step.kind === 'nth' ? scopeWords(step) : undefined));
  if (at < 0 || [...place, ...rank].includes(undefined)) return undefined;
  const words = `${place.length === 0 ? '' : ` in${place.join('')}`}${rank.join('')}`.trim();
  return words === '' ? undefined : words;
}
