import { counted } from '../../model/names/counted.ts';
import { hasFailed, type ItemResult } from '../../model/run/run.ts';
import { type Outcome, worstState } from '../../model/run/state.ts';
import { givingWay } from './run/action-runner.ts';
import { type LaneOfRun, type LaneSource, type LanesRequest, NotReady } from './run-lane.ts';
import { endItem } from './run-progress.ts';
import { SignIns } from './sign-in/sign-ins.ts';

interface ItemsRunRequest extends Omit<LanesRequest, 'signIns' | 'upcoming'> {
  lanes: LaneSource;
}

export class ItemsRun {
  readonly #request: ItemsRunRequest;
  readonly #signIns = new SignIns();
  #next = 0;
  readonly #givenBack: number[] = [];
  readonly #attempts = new Map<number, number>();
  #hasFailed = false;

  constructor(request: ItemsRunRequest) {
    this.#request = request;
  }

  /** Resolves with the worst outcome. Rejects with the reason when the signal aborts. */
  async run(): Promise<Outcome> {
    const { progress, signal } = this.#request;
    const { plan } = progress;
    const toRun = plan.items.filter(({ isSkipped }) => !isSkipped).length;
    await this.#runIn(Math.max(1, Math.min(plan.workers ?? 1, toRun)));
    signal.throwIfAborted();
    return worstState([...progress.ended.values()]);
  }

  async #runIn(count: number): Promise<void> {
    const { progress, began, lanes } = this.#request;
    let hasBegun = false;
    const once = () => {
      if (!hasBegun) began();
      hasBegun = true;
    };
    const upcoming = () => progress.plan.items.findIndex((item, index) => index >= this.#next && !item.isSkipped);
    const shared = { ...this.#request, signIns: this.#signIns, began: once, upcoming };
    const all = Array.from({ length: count }, (_, index) => lanes(index, shared));
    try {
      await this.#runAll(all);
    } finally {
      await Promise.all(all.map(lane => lane.end()));
    }
    once();
  }

  async #runAll(all: readonly LaneOfRun[]): Promise<void> {
    const { progress } = this.#request;
    let lanes = all;
    // Items that a lane gave back after the others had ended.
    for (let isLeft = progress.plan.items.length > 0; isLeft; isLeft = this.#givenBack.length > 0) {
      const retired: { lane: LaneOfRun; cause: unknown }[] = [];
      await this.#allOf(lanes, async lane => {
        const cause = await this.#work(lane);
        if (cause !== undefined) retired.push({ lane, cause });
      });
      lanes = lanes.filter(lane => !retired.some(each => each.lane === lane));
      if (lanes.length === 0) throw retired[0]?.cause;
    }
  }

  /** Waits for all, then throws the first error. */
  async #allOf(lanes: readonly LaneOfRun[], work: (lane: LaneOfRun) => Promise<void>): Promise<void> {
    const done = await Promise.allSettled(
      lanes.map(lane =>
        work(lane).catch((error: unknown) => {
          this.#hasFailed = true;
          throw error;
        }),
      ),
    );
    for (const one of done) if (one.status === 'rejected') throw one.reason;
  }

  async #work(lane: LaneOfRun): Promise<unknown> {
    const giveWay = givingWay();
    for (let itemIndex = this.#take(); itemIndex !== undefined; itemIndex = this.#take()) {
      await giveWay();
      try {
        await this.#runItem(lane, itemIndex);
      } catch (error) {
        if (!(error instanceof NotReady)) throw error;
        this.#givenBack.push(itemIndex);
        return error.cause;
      }
    }
    return undefined;
  }

  #take(): number | undefined {
    const { progress, signal } = this.#request;
    const { items, maxFailures = Number.POSITIVE_INFINITY } = progress.plan;
    const isEnd = this.#next >= items.length && this.#givenBack.length === 0;
    if (signal.aborted || this.#hasFailed || isEnd) return undefined;
    if (progress.failed >= maxFailures) {
      progress.reason = `The run ended early, after ${counted(progress.failed, 'failure')}.`;
      return undefined;
    }
    const itemIndex = this.#givenBack.shift() ?? this.#next++;
    const item = items[itemIndex];
    if (item === undefined) return undefined;
    if (!item.isSkipped) this.#signIns.claim(item.identity, itemIndex);
    return itemIndex;
  }

  /** Until it passes, or has no attempts left. Errors: as `RunLane.run`. */
  async #runItem(lane: LaneOfRun, itemIndex: number): Promise<void> {
    const { progress, sink, signal } = this.#request;
    const item = progress.plan.items[itemIndex];
    if (item === undefined) return;
    for (;;) {
      const attempt = this.#attempts.get(itemIndex) ?? 0;
      sink.progress({ kind: 'item-started', itemIndex, item, attempt, lane: lane.index });
      const done = await lane.run(itemIndex, attempt);
      const isOver = signal.aborted || attempt >= (item.retries ?? 0) || !hasFailed(done);
      if (isOver) return this.#end(itemIndex, attempt, done);
      sink.progress({ kind: 'attempt-finished', itemIndex, item: done });
      this.#attempts.set(itemIndex, attempt + 1);
      this.#signIns.tryAgain(item);
    }
  }

  #end(itemIndex: number, attempt: number, done: ItemResult): void {
    const { progress, sink } = this.#request;
    endItem(progress, { itemIndex, attempt }, done);
    sink.progress({ kind: 'item-finished', itemIndex, item: done });
  }
}
