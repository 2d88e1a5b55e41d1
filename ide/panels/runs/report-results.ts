/** Results of a run as its report lists them. Pure. */
import { hasStatus, hasWords, type ResultFilter, statusOf } from '../../app/result-filter.ts';
import type { ShownRun, ShownScenario, ShownTest } from './run-reply.ts';

export interface ReportResults {
  tests: ShownTest[];
  scenarios: ShownScenario[];
  isFiltered: boolean;
}

/** Those that fit, what did not pass first. */
export function resultsOf({ items, scenarios }: ShownRun, filter: ResultFilter): ReportResults {
  const tests = items.filter(({ state, title, testCode }) => fits(filter, state, [title, testCode]));
  const chosen = scenarios.filter(({ state, name, example = {}, featureName, file, scenario, steps }) => {
    const texts = [...Object.values(example), ...steps.map(step => step.text)];
    return fits(filter, state, [name, featureName, file, scenario, ...texts]);
  });
  const isFiltered = filter.text.trim() !== '' || filter.status !== 'all';
  return { tests: worstFirst(tests), scenarios: worstFirst(chosen), isFiltered };
}

const fits = (filter: ResultFilter, state: string, words: readonly string[]): boolean =>
  hasStatus(filter, state) && hasWords(filter, words.join(' '));

const RANKS = ['failed', 'error', 'notImplemented'];

/** Otherwise in the order in which they ran. */
function worstFirst<Result extends { state: string }>(results: readonly Result[]): Result[] {
  const rankOf = ({ state }: Result) => (RANKS.includes(state) ? RANKS.indexOf(state) : RANKS.length);
  return results.toSorted((left, right) => rankOf(left) - rankOf(right));
}

const WORDS = { failed: 'failed', notImplemented: 'not implemented', passed: 'passed', other: 'other' };

/** How many there are of each kind, e.g. `2 failed · 40 passed`. */
export function countsText({ items, scenarios }: ShownRun): string {
  const statuses = [...items, ...scenarios].map(({ state }) => statusOf(state));
  return Object.entries(WORDS)
    .map(([status, word]) => ({ word, count: statuses.filter(one => one === status).length }))
    .filter(({ count }) => count > 0)
    .map(({ word, count }) => `${count} ${word}`)
    .join(' · ');
}
