import { counted } from '../../model/names/counted.ts';
import { hasFailed, type ItemResult } from '../../model/run/run.ts';
import { inSeconds } from '../../model/values/in-seconds.ts';
import type { FedItems } from './fed-items.ts';

/** In a run of more items, passed ones are only counted now and then. */
const MOST_SINGLE_LINES = 100;
const COUNT_EVERY_MS = 5_000;
const MOST_NAMED = 4;

interface EndedItem {
  name: string;
  item: ItemResult;
  worker: string | undefined;
}

/** Prints the progress of a fed run: who did what, how far it is, and when it will end. */
export class FeedProgress {
  readonly #items: FedItems;
  readonly #total: number;
  readonly #log: (sentence: string) => void;
  readonly #countOf = new Map<string, number>();
  #countedAt = 0;
  #beganAt = performance.now();
  /** Items of an earlier feeder, which do not count for the estimate of the time left. */
  #endedBefore = 0;

  constructor(items: FedItems, total: number, log: (sentence: string) => void) {
    this.#items = items;
    this.#total = total;
    this.#log = log;
  }

  begin(): void {
    this.#beganAt = performance.now();
    this.#endedBefore = this.#items.ended().length;
  }

  ended({ name, item, worker }: EndedItem, isRunAgain: boolean): void {
    if (worker !== undefined) this.#countOf.set(worker, (this.#countOf.get(worker) ?? 0) + 1);
    const what = `${worker === undefined ? '' : `${worker}: `}${name} – ${item.state}, ${inSeconds(item.ms)}`;
    if (isRunAgain) this.#log(`${what}; it is run again`);
    else if (this.#total <= MOST_SINGLE_LINES || hasFailed(item)) this.#log(`${this.#counts()}  ${what}`);
    else this.#countNowAndThen();
  }

  #countNowAndThen(): void {
    const now = performance.now();
    if (now - this.#countedAt < COUNT_EVERY_MS && !this.#items.isOver) return;
    this.#countedAt = now;
    this.#log(`${this.#counts()}  ${this.#who(([name, count]) => `${name} ${count}`)}`);
  }

  logWorkers(): void {
    if (this.#countOf.size > 0) this.#log(`${this.#who(([name, count]) => `${name} ran ${count}`)}.`);
  }

  #counts(): string {
    return this.#items.countsText(performance.now() - this.#beganAt, this.#endedBefore);
  }

  #who(show: (entry: [name: string, count: number]) => string): string {
    const all = [...this.#countOf].sort(([, one], [, other]) => other - one);
    const named = all.slice(0, MOST_NAMED).map(show);
    const more = all.length - named.length;
    return [...named, ...(more > 0 ? [`${counted(more, 'more worker')}`] : [])].join(', ');
  }
}
