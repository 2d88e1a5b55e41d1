import { AppError } from '../../../model/errors/errors.ts';

interface Lane {
  inFlight: number;
  waiting: (() => void)[];
}

/** Lets a limited number of calls of each caller in; the next ones wait in order, so that no caller crowds out another. */
export class CallGate {
  readonly #most: { inFlight: number; waiting: number };
  readonly #lanes = new Map<string, Lane>();

  constructor(most: { inFlight: number; waiting: number }) {
    this.#most = most;
  }

  /** Runs a call when its turn comes. Errors: `rate-limited` when too many wait; those of the call. */
  async pass<Result>(key: string, call: () => Promise<Result>): Promise<Result> {
    const lane = this.#lanes.get(key) ?? { inFlight: 0, waiting: [] };
    this.#lanes.set(key, lane);
    if (lane.inFlight < this.#most.inFlight) lane.inFlight++;
    else await this.#wait(lane);
    try {
      return await call();
    } finally {
      this.#leave(key, lane);
    }
  }

  async #wait(lane: Lane): Promise<void> {
    if (lane.waiting.length >= this.#most.waiting)
      throw new AppError('rate-limited', `${lane.waiting.length} calls of this token wait already; try again later.`, {
        facts: { retryAfterSeconds: 1 },
      });
    await new Promise<void>(resolve => lane.waiting.push(resolve));
  }

  /** The place goes straight to the next one, else it is free. */
  #leave(key: string, lane: Lane): void {
    const next = lane.waiting.shift();
    if (next === undefined) lane.inFlight--;
    else next();
    if (lane.inFlight === 0) this.#lanes.delete(key);
  }
}
