import { AppError } from '../../../model/errors/errors.ts';

interface Bucket {
  level: number;
  at: number;
}

interface RateVerdict {
  isAllowed: boolean;
  /** Requests left at once. */
  remaining: number;
  /** Until the next request is allowed. */
  retryAfterSeconds: number;
  /** Until the whole burst is allowed again. */
  resetSeconds: number;
}

interface RateLimiterOptions {
  perSecond: number;
  burst: number;
  /** Milliseconds that only grow. */
  now?: () => number;
}

const MOST_BUCKETS = 10_000;

/** A bucket for each caller that fills at a steady rate and from which each request takes one. */
export class RateLimiter {
  readonly perSecond: number;
  readonly burst: number;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  constructor({ perSecond, burst, now = () => performance.now() }: RateLimiterOptions) {
    this.perSecond = perSecond;
    this.burst = burst;
    this.#now = now;
  }

  take(key: string): RateVerdict {
    const now = this.#now();
    const level = this.#levelAt(now, this.#buckets.get(key));
    const isAllowed = level >= 1;
    const rest = isAllowed ? level - 1 : level;
    if (this.#buckets.size >= MOST_BUCKETS) this.#forgetFull(now);
    this.#buckets.set(key, { level: rest, at: now });
    return {
      isAllowed,
      remaining: Math.floor(rest),
      retryAfterSeconds: Math.max(1, Math.ceil((1 - rest) / this.perSecond)),
      resetSeconds: Math.ceil((this.burst - rest) / this.perSecond),
    };
  }

  #levelAt(now: number, bucket: Bucket | undefined): number {
    if (bucket === undefined) return this.burst;
    return Math.min(this.burst, bucket.level + ((now - bucket.at) / 1_000) * this.perSecond);
  }

  /** A full bucket is as good as none. */
  #forgetFull(now: number): void {
    for (const [key, bucket] of this.#buckets) if (this.#levelAt(now, bucket) >= this.burst) this.#buckets.delete(key);
  }
}

/**
 * Counts a request of a caller; how many are left is told in headers of draft-ietf-httpapi-ratelimit-headers.
 * Errors: `rate-limited`.
 */
export function countRequest(requests: RateLimiter, actorId: string, headers: Record<string, string>): void {
  const { isAllowed, remaining, resetSeconds, retryAfterSeconds } = requests.take(actorId);
  const { burst, perSecond } = requests;
  headers['RateLimit-Policy'] = `"requests";q=${burst};w=${Math.ceil(burst / perSecond)}`;
  headers.RateLimit = `"requests";r=${remaining};t=${resetSeconds}`;
  if (isAllowed) return;
  throw new AppError('rate-limited', `Over ${perSecond} requests a second; wait ${retryAfterSeconds} s.`, {
    facts: { retryAfterSeconds },
  });
}

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
