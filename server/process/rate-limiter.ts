interface Bucket {
  level: number;
  at: number;
}

interface RateVerdict {
  isAllowed: boolean;
  remaining: number;
  retryAfterSeconds: number;
  /** Until the whole burst is allowed again. */
  resetSeconds: number;
}

interface RateLimiterOptions {
  perSecond: number;
  burst: number;
  /** Monotonic milliseconds. */
  now?: () => number;
}

const MOST_BUCKETS = 10_000;

/** A token bucket for each caller. */
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

  /** Undoes a `take` that turned out not to count. */
  giveBack(key: string): void {
    const bucket = this.#buckets.get(key);
    if (bucket !== undefined) this.#buckets.set(key, { ...bucket, level: Math.min(this.burst, bucket.level + 1) });
  }

  #levelAt(now: number, bucket: Bucket | undefined): number {
    if (bucket === undefined) return this.burst;
    return Math.min(this.burst, bucket.level + ((now - bucket.at) / 1_000) * this.perSecond);
  }

  /** A full bucket is the same as none. */
  #forgetFull(now: number): void {
    for (const [key, bucket] of this.#buckets) if (this.#levelAt(now, bucket) >= this.burst) this.#buckets.delete(key);
  }
}
