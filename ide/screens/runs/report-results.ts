import { isFlaky } from '../../../model/run/flaky.ts';
import { itemKey } from '../../../model/run/item-title.ts';
import { hasStatus, hasWords, type ResultFilter } from '../../app/result-filter.ts';
import type { ItemNode } from './run-nodes.ts';
import { type Histories, isScenario, type ShownItem } from './run-reply.ts';

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
  results: ItemNode[];
}

export interface ReportResults {
  groups: ReportGroup[];
  isFiltered: boolean;
}

const codeOf = (item: ShownItem): string => (isScenario(item) ? item.featureCode : item.moduleCode);

export const groupTitle = (item: ShownItem): string =>
  isScenario(item) ? item.featureName || item.file : (item.moduleName ?? item.moduleCode);

export function resultsOf(nodes: readonly ItemNode[], filter: ResultFilter, histories: Histories): ReportResults {
  const isMarked = ({ item, isFlaky: passedAgain }: ItemNode) => {
    const history = histories.get(itemKey(item));
    return passedAgain === true || (history !== undefined && isFlaky(history));
  };
  const byCode = new Map<string, ItemNode[]>();
  for (const node of nodes) {
    if (!fits(filter, node)) continue;
    const code = codeOf(node.item);
    const known = byCode.get(code);
    if (known === undefined) byCode.set(code, [node]);
    else known.push(node);
  }
  const isFiltered = filter.text.trim() !== '' || filter.status !== 'all';
  const groups = [...byCode].flatMap(([code, results]) => groupOf(code, results, isMarked));
  return { groups: worstFirst(groups, ({ results }) => results.some(isMarked)), isFiltered };
}

function groupOf(code: string, ran: readonly ItemNode[], isMarked: (node: ItemNode) => boolean): ReportGroup[] {
  const results = worstFirst(ran, isMarked);
  const [worst] = results;
  if (worst === undefined) return [];
  const ms = results.reduce((sum, { item }) => sum + item.ms, 0);
  const head = { code, title: groupTitle(worst.item), isFeature: isScenario(worst.item), state: worst.state };
  const marked = results.filter(isMarked).length;
  const counts = `${countsText(results)}${marked === 0 ? '' : ` · ${marked} flaky`}`;
  return [{ ...head, counts, ms, results }];
}

function wordsOf(item: ShownItem): string[] {
  if (!isScenario(item)) return [item.title, item.testCode, groupTitle(item)];
  const { name, example = {}, featureName, file, scenario, steps } = item;
  return [name, featureName, file, scenario, ...Object.values(example), ...steps.map(step => step.text)];
}

const fits = (filter: ResultFilter, { state, item }: ItemNode): boolean =>
  hasStatus(filter, state) && hasWords(filter, wordsOf(item).join(' '));

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
