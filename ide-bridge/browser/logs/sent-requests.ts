import type { Request } from 'playwright';
import { Newest } from './newest.ts';

const MOST_SENT = 1_000;

/** The newest 1,000 requests of a browser context, each redirect for itself, also those that belong to no page. */
export class SentRequests extends Newest<Request> {
  readonly #ended = new WeakSet<Request>();
  #mark = 0;

  constructor() {
    super(MOST_SENT);
  }

  /** How many had been sent when the last action that does something began, for `since`. */
  get mark(): number {
    return this.#mark;
  }

  /** What is sent from here on is of another action, or of another test. */
  begin(): void {
    this.#mark = this.count;
  }

  end(request: Request): void {
    this.#ended.add(request);
  }

  /** Answered in full, or failed. */
  hasEnded(request: Request): boolean {
    return this.#ended.has(request);
  }
}
