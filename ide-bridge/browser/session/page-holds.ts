import { AppError } from '../../../model/errors/errors.ts';
import type { CallOptions } from '../../../model/protocol/app-window.ts';
import type { PageHold, PageHolder } from '../../../model/protocol/page-hold.ts';
import { inSeconds } from '../../../model/values/in-seconds.ts';
import { withinLimit } from '../limits/within-limit.ts';

/** As long as a call may last. */
const MOST_MS = 25_000;

interface Holding {
  holder: PageHolder;
  /** By `Date.now()`. */
  since: number;
}

/** One caller at a time acts on the page of a window; the others come in the order in which they asked. */
export class PageHolds {
  readonly #programs = new Set<AbortController>();
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #current: Holding | undefined;

  /** Undefined while the page is free. */
  get holder(): PageHolder | undefined {
    return this.#current?.holder;
  }

  /** Resolves in the caller's turn. Errors: `busy` when that did not come in time, `stopped`, the reason of `yieldTo`. */
  async take(holder: PageHolder, options: CallOptions): Promise<PageHold> {
    const before = this.#last;
    const isFree = this.#current === undefined && this.#waiting === 0;
    const end = new AbortController();
    const { released, release } = releasable();
    this.#last = before.then(() => released);
    if (holder.isProgram) this.#programs.add(end);
    const leave = () => {
      this.#programs.delete(end);
      release();
    };
    try {
      if (!isFree) await this.#wait(before, end.signal, options);
    } catch (error) {
      leave();
      throw end.signal.aborted ? end.signal.reason : error;
    }
    const current = { holder, since: Date.now() };
    this.#current = current;
    const dispose = () => {
      if (this.#current === current) this.#current = undefined;
      leave();
    };
    return { signal: end.signal, [Symbol.dispose]: dispose };
  }

  async #wait(turn: Promise<unknown>, end: AbortSignal, { signal, timeoutMs = MOST_MS }: CallOptions): Promise<void> {
    this.#waiting += 1;
    try {
      const late = () => this.#busy();
      await withinLimit(() => turn, { signal: AbortSignal.any([signal, end]), timeoutMs, late });
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Ends what programs do with the page, and refuses those that wait for it. */
  yieldTo(reason: AppError): void {
    for (const program of this.#programs) program.abort(reason);
  }

  #busy(): AppError {
    const { holder, since = 0 } = this.#current ?? {};
    const { by, doing } = holder ?? { by: 'another caller', doing: 'acting on it' };
    return new AppError(
      'busy',
      `${by.charAt(0).toUpperCase()}${by.slice(1)} has had the page for ${inSeconds(Date.now() - since)}: ${doing}. Try again when that has ended; what only reads need not wait.`,
      { next: 'the same call, a little later', facts: { by, doing, since: new Date(since).toISOString() } },
    );
  }
}

function releasable(): { released: Promise<void>; release(): void } {
  let release = () => {};
  const released = new Promise<void>(resolve => {
    release = resolve;
  });
  return { released, release };
}
