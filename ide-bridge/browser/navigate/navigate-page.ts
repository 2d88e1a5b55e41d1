import type { Page, Response } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import { DEFAULT_LIMITS } from '../../../model/project/defaults.ts';
import type { AppOpening, Arrival, CallOptions } from '../../../model/protocol/app-window.ts';
import { inSeconds } from '../../../model/values/in-seconds.ts';
import { startClock, withinLimit } from '../limits/within-limit.ts';
import { explainFailure, navigationFailure } from '../requests/page-failure.ts';
import type { AppSession } from '../session/app-session.ts';
import { isLoop, pageAnswers, untilHanging, untilHangingThere, untilLooping } from '../session/hanging-page.ts';
import { askPage, noAnswer, occupied, readTitle, restless } from '../session/page-calls.ts';
import { connect } from '../session/page-connection.ts';
import { heldByWorker, untilHeldByWorker } from '../session/service-workers.ts';
import { goToAddress, type NavigationWay } from './go-to-address.ts';

const QUIET_MS = 500;

/** After this time a page that is usable but still loading counts as arrived. */
const USABLE_AFTER_MS = 3_500;

/** Errors: see `AppWindow`. */
export const navigate = (
  session: AppSession,
  address: URL,
  opening: AppOpening,
  options: CallOptions,
): Promise<Arrival> =>
  goThere(session, address, options, async (signal, timeoutMs) => {
    const open = await (opening.isAnew ? session.openFresh(opening) : session.livePage(opening));
    const page = (await isStuck(session, open, { signal, timeoutMs })) ? await session.replacePage(open) : open;
    return { page };
  });

export async function refresh(session: AppSession, options: CallOptions): Promise<Arrival> {
  const page = session.requirePage();
  return await goThere(session, new URL(page.url()), options, async (signal, timeoutMs) => {
    // A reload that waits for a page without an answer would delay every later navigation too.
    if (await isStuck(session, page, { signal, timeoutMs })) return { page: await session.replacePage(page) };
    return { page, go: (on, limit) => on.reload(limit) };
  });
}

/** Goes to an address on a page that is made ready for that. */
async function goThere(
  session: AppSession,
  address: URL,
  { signal, hangsAfterMs, timeoutMs = DEFAULT_LIMITS.navigationMs }: CallOptions,
  ready: (signal: AbortSignal, timeoutMs: number) => Promise<{ page: Page } & Pick<NavigationWay, 'go'>>,
): Promise<Arrival> {
  const before = session.page;
  const { count } = session.network.waysOf(before);
  const dialogs = session.dialogs.count;
  const late = () => {
    const { page } = session;
    const ways = session.network.waysOf(page).since(page === before ? count : 0);
    if (isLoop(ways)) return restless(page, ways);
    return heldByWorker(session, timeoutMs) ?? notLoaded(address.href, timeoutMs);
  };
  const work = async (until: AbortSignal) => {
    using _left = session.dialogs.leavePages();
    const { page, ...way } = await ready(until, timeoutMs);
    const arrived = await arrive(session, page, { address, hangsAfterMs, timeoutMs, signal: until, ...way });
    const opened = session.dialogs
      .since(dialogs)
      .flatMap(({ shown }) => (shown.type === 'beforeunload' ? [] : [shown]));
    return opened.length === 0 ? arrived : { ...arrived, dialogs: opened };
  };
  try {
    return await withinLimit(work, { signal, timeoutMs, late });
  } catch (error) {
    throw navigationFailure(error, address, session.network.failedWayOf(session.page));
  }
}

/** `idle`: loaded, and no pending request for half a second. */
export async function waitForReady(
  session: AppSession,
  until: 'load' | 'idle' | 'domcontentloaded',
  options: CallOptions,
): Promise<{ url: string; readyState: string }> {
  const page = session.requirePage();
  const timeoutMs = options.timeoutMs ?? DEFAULT_LIMITS.navigationMs;
  const remaining = startClock(timeoutMs);
  const waitLong = async (signal: AbortSignal) => {
    await page.waitForLoadState(until === 'idle' ? 'load' : until, { signal, timeout: 0 });
    if (until === 'idle') await session.network.quiet(page, QUIET_MS, signal);
  };
  const wait = (signal: AbortSignal) => {
    const hanging = untilHanging(session, options, signal).then(ms => Promise.reject(noAnswer(session, ms)));
    return Promise.race([waitLong(signal), hanging]);
  };
  const late = () =>
    new AppError('timeout', `${page.url()} did not reach the state "${until}" within ${inSeconds(timeoutMs)}.`, {
      next: until === 'idle' ? 'until: "load", when the page never stops asking its server' : 'getPageInfo',
    });
  try {
    await withinLimit(wait, { signal: options.signal, timeoutMs, late });
  } catch (error) {
    throw explainFailure(error);
  }
  const { url, readyState } = await askPage(session, { ...options, timeoutMs: remaining() }, () => readTitle(page));
  return { url, readyState };
}

const SETTLING_LIMIT_MS = 3_000;
const SETTLED_AFTER_MS = 50;

/** Waits until the effects of actions since then are over: the page has loaded, and its requests are answered. */
export async function settled(session: AppSession, since: number, { signal }: CallOptions): Promise<void> {
  const wait = async (until: AbortSignal) => {
    if (await isStill(session, since, until)) return;
    await session.page?.waitForLoadState('load', { signal: until, timeout: 0 });
    if (session.page !== undefined) await session.network.rest(session.page, SETTLED_AFTER_MS, until);
  };
  await withinLimit(wait, { signal, timeoutMs: SETTLING_LIMIT_MS }).catch(() => undefined);
}

async function isStill({ page, dialogs, network }: AppSession, since: number, signal: AbortSignal): Promise<boolean> {
  if (page === undefined || dialogs.current !== undefined || network.hasBegunSince(since)) return false;
  await pageAnswers(page, { signal, timeoutMs: SETTLED_AFTER_MS });
  return dialogs.current === undefined && !network.hasBegunSince(since) && !network.isUnderWay(page);
}

/** The whole call already has a limit, within which a usable page is an answer. */
const waitFor = (timeoutMs: number) => ({
  timeoutMs: 0,
  usableAfterMs: Math.min(USABLE_AFTER_MS, timeoutMs * USABLE_SHARE),
});
const USABLE_SHARE = 1 / 2;

/** Includes the first answer of the page. Errors: `timeout` as soon as it hangs. */
async function arrive(
  session: AppSession,
  page: Page,
  {
    address,
    hangsAfterMs,
    timeoutMs,
    ...way
  }: Pick<NavigationWay, 'signal' | 'go' | 'timeoutMs'> & Pick<CallOptions, 'hangsAfterMs'> & { address: URL },
): Promise<Arrival> {
  const hanging = untilHangingThere(session, page, { ...way, hangsAfterMs }).then(silentMs => {
    throw occupied(session, silentMs);
  });
  const held = untilHeldByWorker(session, { ...way, hangsAfterMs, context: page.context() });
  const looping = untilLooping(session, { ...way, hangsAfterMs }, way.signal).then(() => {
    throw restless(session.page, session.network.waysOf(session.page).since(0));
  });
  const there = goToAddress(session, page, address, { ...way, ...waitFor(timeoutMs) }).then(arrival);
  return await Promise.race([there, hanging, held, looping]);
}

async function arrival({ page, response }: { page: Page; response: Response | null }): Promise<Arrival> {
  const { url, title, readyState } = await readTitle(page);
  return {
    url,
    title,
    ...(response === null ? {} : { status: response.status() }),
    ...(readyState === 'complete' || readyState === '' ? {} : { stillLoading: STILL_LOADING }),
  };
}

const STILL_LOADING =
  'The page can be used, but is still loading frames, images or scripts. waitForPageReady waits for them.';

/** Enough for a page that was silent before and answers by now. */
const KNOWN_STUCK_MS = 500;

/**
 * Chromium delays every question to a page that is navigating, so that is stopped first; a late stop would hit the next
 * navigation.
 */
async function isStuck(
  { questions, limits: { stuckAfterMs } }: AppSession,
  page: Page,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<boolean> {
  const patienceMs = (questions.get(page)?.silentMs ?? 0) >= stuckAfterMs / 2 ? KNOWN_STUCK_MS : stuckAfterMs;
  const limits = { signal, timeoutMs: Math.min(patienceMs, timeoutMs / 2) };
  return !(await pageAnswers(page, limits, stopLoading(page)));
}

async function stopLoading(page: Page): Promise<void> {
  await connect(page)
    .then(connection => connection.send('Page.stopLoading'))
    .catch(() => {});
}

const notLoaded = (url: string, timeoutMs: number): AppError =>
  new AppError('timeout', `${url} was not loaded within ${inSeconds(timeoutMs)}; the window stays open as it is.`, {
    next: 'getPageInfo tells how far it got; waitForPageReady keeps waiting; navigateUrl starts again',
  });
