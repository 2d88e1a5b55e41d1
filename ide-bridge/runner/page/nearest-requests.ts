import type { Request } from 'playwright';
import type { SentRequests } from '../../browser/logs/sent-requests.ts';
import { shownAddress } from '../../browser/logs/shown-text.ts';
import { msOf } from './exchange-facts.ts';
import type { ExchangeWish } from './judge-exchange.ts';

const MOST_NEAREST = 5;

/** Kinds of requests that pages do not send on purpose. */
const TRIFLES: readonly string[] = ['image', 'font', 'media', 'stylesheet', 'script', 'manifest', 'texttrack'];

/** `POST http://app/api/orders → 422`. Without times, since what is told of the same failure is the same. */
export function requestLine(request: Request): string {
  const asked = `${request.method()} ${shownAddress(request.url())}`;
  const failure = request.failure()?.errorText;
  if (failure !== undefined) return `${asked} → failed (${failure})`;
  const response = request.existingResponse();
  return response === null ? `${asked} → no answer yet` : `${asked} → ${response.status()}`;
}

function timeOf(request: Request, sent: SentRequests): string {
  const took = sent.hasEnded(request) ? msOf(request) : undefined;
  return took === undefined ? '' : `, ${took} ms`;
}

interface NearRequest {
  line: string;
  /** With a comma before it, where it is known. */
  time: string;
}

/** What was sent since the last action that does something, the nearest first. */
export function nearestRequests(
  sent: SentRequests,
  wish: Pick<ExchangeWish, 'fitsAddress'> & { url: string },
): NearRequest[] {
  const word = lastWord(wish.url);
  const distanceOf = (request: Request): number => {
    if (fitsQuietly(request, wish)) return 0;
    if (word !== undefined && pathOf(request.url()).includes(word)) return 1;
    return TRIFLES.includes(request.resourceType()) ? 3 : 2;
  };
  return sent
    .since(sent.mark)
    .map((request, at) => ({ request, at, distance: distanceOf(request) }))
    .filter(({ distance }) => distance < 3)
    .sort((one, other) => one.distance - other.distance || other.at - one.at)
    .slice(0, MOST_NEAREST)
    .map(({ request }) => ({ line: requestLine(request), time: timeOf(request, sent) }));
}

/** A pattern that takes too long was told of already. */
function fitsQuietly(request: Request, { fitsAddress }: Pick<ExchangeWish, 'fitsAddress'>): boolean {
  try {
    return fitsAddress(request.url());
  } catch {
    return false;
  }
}

const pathOf = (address: string): string => URL.parse(address)?.pathname ?? address;

/** `orders` of `/api/orders/*`. */
const lastWord = (pattern: string): string | undefined => pattern.match(/[\w-]{3,}/g)?.at(-1);
