import type { ItemResult, ItemState, ResultNode, RunItem, ScenarioResult } from '../../../model/run/run.ts';

export type ResultPart = Pick<ResultNode, 'error' | 'actions' | 'screenshot' | 'screenshotNote' | 'call'> & {
  state: ItemState;
  title?: string;
};

/** The size of a reply: in bytes, or in results where the caller counts them. */
export interface Budget {
  most: number;
  /** The size of a test or a result without its children. */
  ofItem(item: ItemResult): number;
  ofResult(result: ResultPart): number;
  ofBrief(result: ResultPart): number;
}

export function firstBad(parts: readonly ResultPart[]): ResultPart | undefined {
  for (const part of parts) {
    if (part.state !== 'failed' && part.state !== 'error') continue;
    const inner = firstBad(part.actions ?? []);
    if (inner !== undefined) return inner;
    if (part.error !== undefined) return part;
  }
  return undefined;
}

export interface Selection {
  has(part: ItemResult | ResultPart): boolean;
  isBrief(result: ResultPart): boolean;
}

/** The share of a reply for failures, and for failures and tests together; the rest is for their context. */
const FAILURES_SHARE = 0.6;
const TESTS_SHARE = 0.8;

type Course = Pick<RunItem, 'signIns' | 'before' | 'actions' | 'after'> | Pick<ScenarioResult, 'signIns' | 'steps'>;

/** The top-level results of an item; sign-ins and the module's hooks are listed like its own actions or steps. */
export function partsOf(item: Course): ResultPart[] {
  const { signIns = [] } = item;
  if ('steps' in item) return [...signIns, ...item.steps];
  const { before, actions, after } = item;
  return [...signIns, ...(before === undefined ? [] : [before]), ...actions, ...(after === undefined ? [] : [after])];
}

/**
 * Chooses what to show of results that do not all fit: failures, the first one of each test before any second one;
 * then tests; then results from the outermost to the innermost, in execution order.
 */
export function selectResults(items: readonly ItemResult[], budget: Budget): Selection {
  const chooser = new Chooser(budget);
  const ofFailures = budget.most * FAILURES_SHARE;
  const bad = items.filter(isBad).filter(item => chooser.take(item, ofFailures));
  const failures = bad.map(item => failurePaths(partsOf(item)));
  for (const path of firstOfEachFirst(failures)) if (!chooser.takePath(path, ofFailures)) break;
  chooser.expandFailures(ofFailures);
  for (const item of items) if (!chooser.take(item, budget.most * TESTS_SHARE)) break;
  let level = items.filter(chooser.has).flatMap(partsOf);
  while (level.length > 0 && level.every(result => chooser.takePath([result], budget.most)))
    level = level.flatMap(({ actions = [] }) => actions);
  chooser.expandFailures(budget.most);
  return chooser;
}

class Chooser implements Selection {
  readonly #budget: Budget;
  readonly #chosen = new Set<ItemResult | ResultPart>();
  readonly #brief = new Set<ResultPart>();
  #spent = 0;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  has = (part: ItemResult | ResultPart): boolean => this.#chosen.has(part);

  isBrief = (result: ResultPart): boolean => this.#brief.has(result);

  /** Returns false for a test that does not fit; the very first one always fits. */
  take(item: ItemResult, most: number): boolean {
    if (this.has(item)) return true;
    const cost = this.#budget.ofItem(item);
    if (this.#spent + cost > most && this.#chosen.size > 0) return false;
    this.#spent += cost;
    this.#chosen.add(item);
    return true;
  }

  /** Takes a result with its parents; failures are reduced to their message. */
  takePath(path: readonly ResultPart[], most: number): boolean {
    const missing = path.filter(result => !this.has(result));
    const cost = missing.reduce((sum, result) => sum + this.#briefCost(result), 0);
    if (this.#spent + cost > most) return false;
    this.#spent += cost;
    for (const result of missing) {
      this.#chosen.add(result);
      if (result.error !== undefined) this.#brief.add(result);
    }
    return true;
  }

  /** Gives failures their full text, in order, as long as there is space. */
  expandFailures(most: number): void {
    for (const result of this.#brief) {
      const more = this.#budget.ofResult(result) - this.#briefCost(result);
      if (this.#spent + more > most) continue;
      this.#spent += more;
      this.#brief.delete(result);
    }
  }

  #briefCost(result: ResultPart): number {
    return result.error === undefined ? this.#budget.ofResult(result) : this.#budget.ofBrief(result);
  }
}

const isBad = ({ state }: { state: ItemState }): boolean => state !== 'passed' && state !== 'skipped';

/** The path from the outermost result to each one that failed by itself, in execution order. */
function* failurePaths(results: readonly ResultPart[]): Generator<readonly ResultPart[]> {
  for (const result of results) {
    if (!isBad(result)) continue;
    const { actions = [] } = result;
    if (!actions.some(isBad)) yield [result];
    else for (const path of failurePaths(actions)) yield [result, ...path];
  }
}

function* firstOfEachFirst<Item>(lists: readonly Generator<Item>[]): Generator<Item> {
  for (const list of lists) {
    const { value, done } = list.next();
    if (!done) yield value;
  }
  for (const list of lists) yield* list;
}
