import { AppError } from '../../../model/errors/errors.ts';
import type { RateLimiter } from '../../process/rate-limiter.ts';

type RequestVerdict = Pick<ReturnType<RateLimiter['take']>, 'isAllowed' | 'retryAfterSeconds'>;

/** Errors: `rate-limited`, with what there was too much of. */
export function refuseTooMany({ isAllowed, retryAfterSeconds }: RequestVerdict, what: string): void {
  if (isAllowed) return;
  throw new AppError('rate-limited', `${what}; wait ${retryAfterSeconds} s.`, { facts: { retryAfterSeconds } });
}

/** Headers are those of draft-ietf-httpapi-ratelimit-headers. Errors: `rate-limited`. */
export function countRequest(requests: RateLimiter, actorId: string, headers: Record<string, string>): void {
  const { isAllowed, remaining, resetSeconds, retryAfterSeconds } = requests.take(actorId);
  const { burst, perSecond } = requests;
  headers['RateLimit-Policy'] = `"requests";q=${burst};w=${Math.ceil(burst / perSecond)}`;
  headers.RateLimit = `"requests";r=${remaining};t=${resetSeconds}`;
  refuseTooMany({ isAllowed, retryAfterSeconds }, `Over ${perSecond} requests a second`);
}

interface Lane {
  inFlight: number;
  waiting: (() => void)[];
}

/** Calls over the limit wait in order, so that no caller crowds out another. */
export class CallGate {
  readonly #most: { inFlight: number; waiting: number };
  readonly #lanes = new Map<string, Lane>();

  constructor(most: { inFlight: number; waiting: number }) {
    this.#most = most;
  }

  /** Errors: `rate-limited` when too many wait. */
  async enter(key: string): Promise<Disposable & { hasWaited: boolean }> {
    const lane = this.#lanes.get(key) ?? { inFlight: 0, waiting: [] };
    this.#lanes.set(key, lane);
    const hasWaited = lane.inFlight >= this.#most.inFlight;
    if (hasWaited) await this.#wait(lane);
    else lane.inFlight++;
    return { hasWaited, [Symbol.dispose]: () => this.#leave(key, lane) };
  }

  async #wait(lane: Lane): Promise<void> {
    if (lane.waiting.length >= this.#most.waiting)
      throw new AppError('rate-limited', `${lane.waiting.length} calls of this token wait already; try again later.`, {
        facts: { retryAfterSeconds: 1 },
      });
    await new Promise<void>(resolve => lane.waiting.push(resolve));
  }

  #leave(key: string, lane: Lane): void {
    const next = lane.waiting.shift();
    if (next === undefined) lane.inFlight--;
    else next();
    if (lane.inFlight === 0) this.#lanes.delete(key);
  }
}
