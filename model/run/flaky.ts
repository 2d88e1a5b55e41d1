/** What tells of flaky tests and scenarios. Pure. */
import { counted } from '../names/counted.ts';

/** How something went in its last runs. */
interface UpsAndDowns {
  runs: number;
  failed: number;
  /** How often it passed after it had failed, or the reverse. */
  changes: number;
  /** In how many runs it passed only when it was run again. */
  again: number;
}

/** More than broken once, or mended once. */
const LEAST_CHANGES = 2;

export const isFlaky = ({ changes, again }: Pick<UpsAndDowns, 'changes' | 'again'>): boolean =>
  changes >= LEAST_CHANGES || again > 0;

/** Which of two is worse: the one with more. */
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
