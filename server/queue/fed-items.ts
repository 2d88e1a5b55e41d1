import { AppError } from '../../model/errors/errors.ts';
import { counted } from '../../model/names/counted.ts';
import type { PlannedItem, RunPlan, RunSink } from '../../model/protocol/bridge.ts';
import { countsText } from '../../model/run/counts-text.ts';
import { hasFailed, type ItemResult } from '../../model/run/run.ts';
import type { QueuedPlace } from './queue-redis.ts';

/** What workers have made of the items of a run, and what is still to be done. */
export class FedItems {
  readonly #plan: RunPlan;
  readonly #done = new Map<number, ItemResult>();
  /** Attempts before the one under way, of what is run again. */
  readonly #attempts = new Map<number, readonly ItemResult[]>();
  readonly #counts = { failed: 0, flaky: 0 };
  /** How many items were reported; they are in the order of the plan. */
  #reported = 0;

  constructor(plan: RunPlan) {
    this.#plan = plan;
  }

  ended(): ItemResult[] {
    return [...this.#done.values()];
  }

  isDone(index: number): boolean {
    return this.#done.has(index);
  }

  /** The attempt that is to be made, or was made last, from 0. */
  attemptAt(index: number): number {
    return this.#attempts.get(index)?.length ?? 0;
  }

  get isOver(): boolean {
    return this.#done.size === this.#plan.items.length || this.reason !== undefined;
  }

  /** Why the run ends before all is done. */
  get reason(): string | undefined {
    const { items, maxFailures = Number.POSITIVE_INFINITY } = this.#plan;
    const { failed } = this.#counts;
    const isEarly = failed >= maxFailures && this.#done.size < items.length;
    return isEarly ? `The run ended early, after ${counted(failed, 'failure')}.` : undefined;
  }

  /** Takes what an attempt has come to. */
  take(index: number, item: ItemResult): 'again' | 'done' {
    const attempt = this.attemptAt(index);
    if (hasFailed(item) && attempt < (this.#itemAt(index).retries ?? 0)) {
      this.#attempts.set(index, [...(this.#attempts.get(index) ?? []), item]);
      return 'again';
    }
    this.#done.set(index, item);
    if (hasFailed(item)) this.#counts.failed += 1;
    if (item.state === 'passed' && attempt > 0) this.#counts.flaky += 1;
    return 'done';
  }

  /** `before`: how many were done when the time began. */
  countsText(sinceMs: number, before: number): string {
    const ended = this.#done.size;
    const elapsedMs = (sinceMs / Math.max(1, ended - before)) * ended;
    return countsText({ ...this.#counts, ended, total: this.#plan.items.length, elapsedMs });
  }

  /** Those that are not done, with the attempt that is to be made. */
  open(): QueuedPlace[] {
    const open: QueuedPlace[] = [];
    for (const index of this.#plan.items.keys())
      if (!this.#done.has(index)) open.push({ index, attempt: this.attemptAt(index) });
    return open;
  }

  /** Reports what is new, in order, up to the first item under way. */
  reportInOrder(sink: RunSink, withGaps: boolean): void {
    for (; this.#reported < this.#plan.items.length; this.#reported += 1) {
      const item = this.#done.get(this.#reported);
      if (item === undefined && !withGaps) return;
      if (item !== undefined) this.#report(sink, this.#reported, item);
    }
  }

  #report(sink: RunSink, itemIndex: number, done: ItemResult): void {
    const item = this.#itemAt(itemIndex);
    for (const [attempt, before] of (this.#attempts.get(itemIndex) ?? []).entries()) {
      sink.progress({ kind: 'item-started', itemIndex, item, attempt });
      sink.progress({ kind: 'attempt-finished', itemIndex, item: before });
    }
    sink.progress({ kind: 'item-started', itemIndex, item, attempt: this.attemptAt(itemIndex) });
    sink.progress({ kind: 'item-finished', itemIndex, item: done });
  }

  #itemAt(index: number): PlannedItem {
    const item = this.#plan.items[index];
    if (item === undefined) throw new AppError('internal', `The run has no item ${index}.`);
    return item;
  }
}
