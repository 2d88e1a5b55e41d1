import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Request, Worker } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import type { CallOptions } from '../../../model/protocol/app-window.ts';
import { inSeconds } from '../../../model/values/in-seconds.ts';
import { shownAddress } from '../logs/shown-text.ts';
import type { AppSession } from './app-session.ts';

/** Those that serve the pages of a site. One that was removed with its site may go on in a loop, but serves none. */
export const workersOf = (context: BrowserContext, { origin, removed }: WorkersOfSite): Worker[] =>
  context.serviceWorkers().filter(worker => URL.parse(worker.url())?.origin === origin && !removed.has(worker));

interface WorkersOfSite {
  origin: string;
  removed: WeakSet<Worker>;
}

/**
 * Rejects once a service worker has delayed a navigation for so long that it hangs without requests of its own, and
 * with the signal. Errors: `page-misbehaved`.
 */
export async function untilHeldByWorker(
  session: AppSession,
  { context, hangsAfterMs = Number.POSITIVE_INFINITY, signal }: CallOptions & { context: BrowserContext },
): Promise<never> {
  let hasAsked = false;
  const look = (request: Request) => {
    hasAsked ||= request.serviceWorker() !== null;
  };
  context.on('request', look);
  try {
    if (Number.isFinite(hangsAfterMs)) await pause(hangsAfterMs, undefined, { signal });
    const held = hasAsked ? undefined : heldByWorker(session, hangsAfterMs);
    if (held !== undefined) throw held;
    return await new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  } finally {
    context.off('request', look);
  }
}

export function heldByWorker(
  { page, network, removedWorkers: removed }: AppSession,
  waitedMs: number,
): AppError | undefined {
  const way = page && network.wayOf(page);
  const origin = URL.parse(way ?? '')?.origin;
  if (page === undefined || way === undefined || origin === undefined) return undefined;
  const [worker] = workersOf(page.context(), { origin, removed });
  if (worker === undefined) return undefined;
  const time = inSeconds(waitedMs);
  const address = shownAddress(worker.url());
  return new AppError(
    'page-misbehaved',
    `${shownAddress(way)} was not loaded: its service worker ${address} did not answer within ${time}.`,
    {
      next: 'clearSiteData removes the worker, with all else that its site has stored; then navigateUrl',
      facts: { worker: address, did: 'left requests without an answer' },
    },
  );
}
