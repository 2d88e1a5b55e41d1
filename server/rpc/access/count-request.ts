import { AppError } from '../../../model/errors/errors.ts';
import type { RateLimiter } from './rate-limiter.ts';

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
