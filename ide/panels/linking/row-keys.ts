/** The keys of the linking desk. Pure. */
import type { KeyboardEvent } from 'react';
import type { RedRow } from './red-rows.ts';

type Deed =
  | { kind: 'go'; to: number }
  | { kind: 'tick' }
  | { kind: 'all' }
  | { kind: 'plug' }
  | { kind: 'fold'; isOpen: boolean };

const PAGE = 10;

/** What a key does in a row; undefined where it is none of the list's. */
export function keyDeed(
  { key, altKey, ctrlKey, metaKey, target, currentTarget }: KeyboardEvent,
  { row, index, last }: { row: RedRow; index: number; last: number },
): Deed | undefined {
  if (altKey) return key === 'l' ? { kind: 'plug' } : undefined;
  if (ctrlKey || metaKey) return key === 'a' ? { kind: 'all' } : undefined;
  const step = stepsBy({ index, last })[key];
  if (step !== undefined) return { kind: 'go', to: Math.min(last, Math.max(0, step)) };
  // The buttons of a row have these keys for themselves.
  if (target !== currentTarget) return undefined;
  if (key === ' ') return { kind: 'tick' };
  if (key === 'Enter') return { kind: 'plug' };
  const isOpen = key === 'ArrowRight';
  return (isOpen || key === 'ArrowLeft') && row.isOpen !== undefined ? { kind: 'fold', isOpen } : undefined;
}

const stepsBy = ({ index, last }: { index: number; last: number }): Readonly<Record<string, number>> => ({
  ArrowDown: index + 1,
  ArrowUp: index - 1,
  PageDown: index + PAGE,
  PageUp: index - PAGE,
  Home: 0,
  End: last,
});
