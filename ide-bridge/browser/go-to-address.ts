import type { Page, Response } from 'playwright';
import type { AppSession } from './app-session.ts';
import { follow } from './follow-navigation.ts';
import { startClock } from './within-limit.ts';

/** Long enough for a page that is left after all. */
const LOST_AFTER_MS = 3_000;

interface Way {
  signal: AbortSignal;
  /** 0: no limit. */
  timeoutMs: number;
  /** How to get there on the page as it stands, if not by its address. */
  go?(page: Page, limit: { signal: AbortSignal; timeout: number }): Promise<Response | null>;
}

/**
 * Goes to an address, and answers on which page it is shown. A page that is stuck in
 * a dialog cannot be left: a new tab then takes its place.
 */
export async function goToAddress(
  session: AppSession,
  page: Page,
  address: URL,
  { signal, timeoutMs, go = (on, limit) => on.goto(address.href, limit) }: Way,
): Promise<{ page: Page; response: Response | null }> {
  const remaining = timeoutMs === 0 ? () => 0 : startClock(timeoutMs);
  const attempt = new AbortController();
  const limit = { signal: AbortSignal.any([signal, attempt.signal]), timeout: timeoutMs };
  const way = follow(page, () => go(page, limit), limit);
  const isThere = way.then(
    () => true,
    () => true,
  );
  try {
    const isLost = session.dialogs.stuck(page, LOST_AFTER_MS, limit.signal).then(() => false);
    if (await Promise.race([isThere, isLost])) return { page, response: await way };
  } finally {
    attempt.abort();
  }
  signal.throwIfAborted();
  const fresh = await session.replacePage(page);
  const rest = { signal, timeout: remaining() };
  return { page: fresh, response: await follow(fresh, () => fresh.goto(address.href, rest), rest) };
}
