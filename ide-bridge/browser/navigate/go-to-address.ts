import type { Frame, Page, Response } from 'playwright';
import { startClock } from '../limits/within-limit.ts';
import { refuseName } from '../requests/navigation-policy.ts';
import type { AppSession } from '../session/app-session.ts';
import { untilHanging } from '../session/hanging-page.ts';
import { follow, Overtaken, withoutHash } from './follow-navigation.ts';

export interface NavigationWay {
  signal: AbortSignal;
  /** 0: no limit. */
  timeoutMs: number;
  /** How long a document that keeps loading is awaited. Default: until it has loaded. */
  usableAfterMs?: number;
  go?(page: Page, limit: { signal: AbortSignal; timeout: number }): Promise<Response | null>;
}

/**
 * Resolves with the page that shows the address. A page that is stuck in a dialog, busy without end, or navigating
 * elsewhere cannot be left: a new tab replaces it.
 */
export async function goToAddress(
  session: AppSession,
  page: Page,
  address: URL,
  { signal, timeoutMs, usableAfterMs, go = (on, limit) => on.goto(address.href, limit) }: NavigationWay,
): Promise<{ page: Page; response: Response | null }> {
  await refuseName(address);
  const remaining = timeoutMs === 0 ? () => 0 : startClock(timeoutMs);
  const attempt = new AbortController();
  const limit = { signal: AbortSignal.any([signal, attempt.signal]), timeout: timeoutMs };
  const isOvertaken = ownWays(session, page, address);
  // Only a place on the same page needs no server.
  const isUnasked = /^https?:/.test(address.href) && withoutHash(page.url()) !== withoutHash(address.href);
  const way = follow(page, () => go(page, limit), { ...limit, usableAfterMs, isOvertaken }).then(response => {
    if (response === null ? isUnasked : isElsewhere(page, address, response) && isOvertaken()) throw new Overtaken();
    return response;
  });
  const isThere = way.then(
    () => true,
    () => true,
  );
  try {
    const isLost = session.dialogs.stuck(page, session.limits.lostAfterMs, limit.signal).then(() => false);
    const isKept = untilKept(session, page, limit.signal).then(() => false);
    if (await Promise.race([isThere, isLost, isKept])) return { page, response: await way };
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
  } finally {
    attempt.abort();
  }
  signal.throwIfAborted();
  const fresh = await session.replacePage(page);
  const rest = { signal, timeout: remaining() };
  return {
    page: fresh,
    response: await follow(fresh, () => fresh.goto(address.href, rest), { ...rest, usableAfterMs }),
  };
}

/** Resolves once the page being left does not answer although no request for the next document was made. */
async function untilKept(session: AppSession, page: Page, signal: AbortSignal): Promise<void> {
  let isLeft = false;
  const look = (frame: Frame) => {
    if (frame === page.mainFrame()) isLeft = true;
  };
  page.on('framenavigated', look);
  const { stuckAfterMs: hangsAfterMs } = session.limits;
  const isHanging = await untilHanging(session, { signal, hangsAfterMs }, signal).catch(() => undefined);
  page.off('framenavigated', look);
  if (isHanging === undefined || isLeft) await new Promise(() => {});
}

function ownWays({ network }: AppSession, page: Page, address: URL): (answered?: ReadonlySet<string>) => boolean {
  const { count } = network.waysOf(page);
  const wasOnItsWay = network.wayOf(page) !== undefined;
  return answered => {
    const [first] = network.waysOf(page).since(count);
    const own = withoutHash(address.href);
    return wasOnItsWay || first !== own || answered?.has(own) === false;
  };
}

const isElsewhere = (page: Page, address: URL, response: Response): boolean =>
  ![address.href, response.url()].map(withoutHash).includes(withoutHash(page.url()));
