import { isFlaky } from '../../../model/run/flaky.ts';
import { itemKey } from '../../../model/run/item-title.ts';
import { hasStatus, hasWords, type ResultFilter } from '../../app/result-filter.ts';
import type { Histories, ShownRun, ShownScenario, ShownTest } from './run-reply.ts';

export type ShownResult = ShownTest | ShownScenario;

export const isScenario = (result: ShownResult): result is ShownScenario => 'steps' in result;

export interface ReportGroup {
  code: string;
  title: string;
  isFeature: boolean;
  /** Of its worst result. */
  state: string;
  /** e.g. `2 failed · 40 passed`. */
  counts: string;
  ms: number;
  /** Worst first, otherwise in the order of the run. */
  results: ShownResult[];
}

export interface ReportResults {
  groups: ReportGroup[];
  isFiltered: boolean;
}

const codeOf = (result: ShownResult): string => (isScenario(result) ? result.featureCode : result.moduleCode);

const groupTitle = (result: ShownResult): string =>
  isScenario(result) ? result.featureName || result.file : (result.moduleName ?? result.moduleCode);

export function resultsOf({ items, scenarios }: ShownRun, filter: ResultFilter, histories: Histories): ReportResults {
  const isMarked = (result: ShownResult) => {
    const history = histories.get(itemKey(result));
    return result.flaky === true || (history !== undefined && isFlaky(history));
  };
  const byCode = new Map<string, ShownResult[]>();
  for (const result of [...items, ...scenarios]) {
    if (!fits(filter, result.state, wordsOf(result))) continue;
    const known = byCode.get(codeOf(result));
    if (known === undefined) byCode.set(codeOf(result), [result]);
    else known.push(result);
  }
  const isFiltered = filter.text.trim() !== '' || filter.status !== 'all';
  const groups = [...byCode].flatMap(([code, results]) => groupOf(code, results, isMarked));
  return { groups: worstFirst(groups, ({ results }) => results.some(isMarked)), isFiltered };
}

function groupOf(code: string, ran: readonly ShownResult[], isMarked: (result: ShownResult) => boolean): ReportGroup[] {
  const results = worstFirst(ran, isMarked);
  const [worst] = results;
  if (worst === undefined) return [];
  const ms = results.reduce((sum, result) => sum + result.ms, 0);
  const head = { code, title: groupTitle(worst), isFeature: isScenario(worst), state: worst.state };
  const marked = results.filter(isMarked).length;
  const counts = `${countsText(results)}${marked === 0 ? '' : ` · ${marked} flaky`}`;
  return [{ ...head, counts, ms, results }];
}

function wordsOf(result: ShownResult): string[] {
  if (!isScenario(result)) return [result.title, result.testCode, groupTitle(result)];
  const { name, example = {}, featureName, file, scenario, steps } = result;
  return [name, featureName, file, scenario, ...Object.values(example), ...steps.map(step => step.text)];
}

const fits = (filter: ResultFilter, state: string, words: readonly string[]): boolean =>
  hasStatus(filter, state) && hasWords(filter, words.join(' '));

const RANKS = ['failed', 'error', 'notImplemented', 'running', 'paused', 'stopped', 'skipped'];

/** What is marked comes after what did not pass; otherwise the order of the run is kept. */
function worstFirst<Result extends { state: string }>(
  results: readonly Result[],
  isMarked: (result: Result) => boolean,
): Result[] {
  const rankOf = (result: Result) =>
    RANKS.includes(result.state) ? RANKS.indexOf(result.state) : RANKS.length + (isMarked(result) ? 0 : 1);
  return results.toSorted((left, right) => rankOf(left) - rankOf(right));
}

const WORDS: Readonly<Record<string, string>> = {
  failed: 'failed',
  error: 'error',
  notImplemented: 'not implemented',
  passed: 'passed',
  other: 'other',
};

/** e.g. `2 failed · 40 passed`. */
export function countsText(results: readonly { state: string }[], separator = ' · '): string {
  const kinds = results.map(({ state }) => (state in WORDS ? state : 'other'));
  return Object.entries(WORDS)
    .map(([kind, word]) => ({ word, count: kinds.filter(one => one === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ word, count }) => `${count} ${word}${word === 'error' && count > 1 ? 's' : ''}`)
    .join(separator);
}
