/** A call as those who look after a project see it; never what it was called with. */
export interface RecentCall {
  /** ISO time at which it began. */
  at: string;
  tool: string;
  /** Name of the token, or "owner". */
  by: string;
  ms: number;
  /** `ok`, or the stable word of the error. */
  outcome: string;
}

const MOST_KEPT = 500;

/** The last calls of a project's tools, in memory. */
export class RecentCalls {
  #calls: RecentCall[] = [];

  add(call: RecentCall): void {
    this.#calls.push(call);
    // Cut seldom, since every call comes by here.
    if (this.#calls.length >= MOST_KEPT * 2) this.#calls = this.#calls.slice(-MOST_KEPT);
  }

  /** The newest first. */
  list(): RecentCall[] {
    return this.#calls.slice(-MOST_KEPT).reverse();
  }
}
