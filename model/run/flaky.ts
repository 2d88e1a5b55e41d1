import { counted } from '../names/counted.ts';

interface UpsAndDowns {
  runs: number;
  failed: number;
  /** Changes between passing and failing. */
  changes: number;
  /** Runs in which it passed only when run again. */
  again: number;
}

/** One change is a break or a fix. */
const LEAST_CHANGES = 2;

export const isFlaky = ({ changes, again }: Pick<UpsAndDowns, 'changes' | 'again'>): boolean =>
  changes >= LEAST_CHANGES || again > 0;

export const flakiness = ({ changes, again }: Pick<UpsAndDowns, 'changes' | 'again'>): number => changes + again;

/** e.g. `failed in 2 of 20 runs, passed only when run again in 1`. */
export function flakyWords({ failed, runs, again }: Omit<UpsAndDowns, 'changes'>): string {
  const words = [
    { count: failed, what: 'failed' },
    { count: again, what: 'passed only when run again' },
  ].filter(({ count }) => count > 0);
  return words
    .map(({ count, what }, index) => `${what} in ${count}${index === 0 ? ` of ${counted(runs, 'run')}` : ''}`)
    .join(', ');
}
