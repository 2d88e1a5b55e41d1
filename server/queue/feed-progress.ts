import { counted } from '../../model/names/counted.ts';
import { hasFailed, type ItemResult } from '../../model/run/run.ts';
import { inSeconds } from '../../model/values/in-seconds.ts';
import type { FedItems } from './fed-items.ts';

/** A run of more items tells what passes as a count, now and then. */
const MOST_SINGLE_LINES = 100;
const COUNT_EVERY_MS = 5_000;
const MOST_NAMED = 4;

interface EndedItem {
  name: string;
  item: ItemResult;
  worker: string | undefined;
}

/** What a feeder says of how its run goes on: who did what, how far it is, and when it will end. */
export class FeedProgress {
  readonly #items: FedItems;
  readonly #total: number;
  readonly #notify: (sentence: string) => void;
  readonly #countOf = new Map<string, number>();
  #countedAt = 0;
  #beganAt = performance.now();
  /** Done before this command counted the time. */
  #endedBefore = 0;

  constructor(items: FedItems, total: number, notify: (sentence: string) => void) {
    this.#items = items;
    this.#total = total;
    this.#notify = notify;
  }

  /** The time that is left is reckoned from what is done from now on. */
  begin(): void {
    this.#beganAt = performance.now();
    this.#endedBefore = this.#items.ended().length;
  }

  ended({ name, item, worker }: EndedItem, isRunAgain: boolean): void {
    if (worker !== undefined) this.#countOf.set(worker, (this.#countOf.get(worker) ?? 0) + 1);
    const what = `${worker === undefined ? '' : `${worker}: `}${name} – ${item.state}, ${inSeconds(item.ms)}`;
    if (isRunAgain) this.#notify(`${what}; it is run again`);
    else if (this.#total <= MOST_SINGLE_LINES || hasFailed(item)) this.#notify(`${this.#counts()}  ${what}`);
    else this.#countNowAndThen();
  }

  #countNowAndThen(): void {
    const now = performance.now();
    if (now - this.#countedAt < COUNT_EVERY_MS && !this.#items.isOver) return;
    this.#countedAt = now;
    this.#notify(`${this.#counts()}  ${this.#who(([name, count]) => `${name} ${count}`)}`);
  }

  /** Once the run has ended. */
  reportWorkers(): void {
    if (this.#countOf.size > 0) this.#notify(`${this.#who(([name, count]) => `${name} ran ${count}`)}.`);
  }

  #counts(): string {
    return this.#items.countsText(performance.now() - this.#beganAt, this.#endedBefore);
  }

  /** The workers, busiest first. */
  #who(show: (entry: [name: string, count: number]) => string): string {
    const all = [...this.#countOf].sort(([, one], [, other]) => other - one);
    const named = all.slice(0, MOST_NAMED).map(show);
    const more = all.length - named.length;
    return [...named, ...(more > 0 ? [`${counted(more, 'more worker')}`] : [])].join(', ');
  }
}
