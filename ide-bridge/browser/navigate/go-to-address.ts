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
  /** How long a document that goes on loading is waited for; default: until it has loaded. */
  usableAfterMs?: number;
  /** How to get there from the current page, if not by its address. */
  go?(page: Page, limit: { signal: AbortSignal; timeout: number }): Promise<Response | null>;
}

/**
 * Goes to an address, and answers on which page it is shown. A page that is stuck in
 * a dialog, does something else without end when it is left, or goes elsewhere, cannot be left: a new tab takes its place.
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
  // Only a place on the same page is gone to without asking the server.
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

/** Resolves once a page that is to be left answers nothing, though nobody is asked for the next document. */
async function untilKept(session: AppSession, page: Page, signal: AbortSignal): Promise<void> {
  let isLeft = false;
  const look = (frame: Frame) => {
    if (frame === page.mainFrame()) isLeft = true;
  };
  page.on('framenavigated', look);
  const { stuckAfterMs: hangsAfterMs } = session.limits;
  const isHanging = await untilHanging(session, { signal, hangsAfterMs }, signal).catch(() => undefined);
  page.off('framenavigated', look);
  // The navigation itself reports its other failures.
  if (isHanging === undefined || isLeft) await new Promise(() => {});
}

/** Asks later whether the page had a way of its own, beside the one to the address. */
function ownWays({ network }: AppSession, page: Page, address: URL): (answered?: ReadonlySet<string>) => boolean {
  const { count } = network.waysOf(page);
  const wasOnItsWay = network.wayOf(page) !== undefined;
  return answered => {
    const [first] = network.waysOf(page).since(count);
    const own = withoutHash(address.href);
    return wasOnItsWay || first !== own || answered?.has(own) === false;
  };
}

/** Whether the page shows neither the address nor what it redirects to. */
const isElsewhere = (page: Page, address: URL, response: Response): boolean =>
  ![address.href, response.url()].map(withoutHash).includes(withoutHash(page.url()));
