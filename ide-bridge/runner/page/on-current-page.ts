import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import { describeSteps } from '../../../model/locator/describe-locator.ts';
import type { Locator } from '../../../model/locator/locator.ts';
import { startClock } from '../../browser/limits/within-limit.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import { pageAnswers, untilHanging } from '../../browser/session/hanging-page.ts';
import { whySilent } from '../../browser/session/page-calls.ts';
import { explainActionError, isWaitOver } from './explain-action-error.ts';
import { STUCK } from './failure.ts';
import type { Limits } from './limits.ts';

/** Something to be done on the current page, with the element it is about. */
export interface PageTask<Result> {
  limits: Limits;
  locator?: Locator | undefined;
  /** Whether it only looks, so that it goes over to a tab that opens meanwhile whatever the old one has. */
  isLook?: boolean;
  /** What comes of it where it was begun, and its tab has closed by that. Default: an error. */
  whenClosed?: Result;
  work(page: Page, limits: Limits): Promise<Result>;
}

export const subjectOf = (locator: Locator | undefined): string =>
  locator === undefined ? 'the page' : describeSteps(locator);

/**
 * Does a task on the current page. When another tab becomes the current one meanwhile, because it opens or because the
 * present one closes, the work goes over to it, unless the present one has begun to do it.
 * Errors: `locator-not-found`, `timeout`, `page-error`, `browser-lost`, `stopped`, `invalid-params` for a selector that
 * the page cannot read; all in plain words.
 */
export async function onCurrentPage<Result>(session: AppSession, task: PageTask<Result>): Promise<Result> {
  const { limits, locator, isLook = false, work } = task;
  limits.signal.throwIfAborted();
  const isLost: IsLost = async (page, signal) =>
    isLook || locator === undefined || (await staysUseless(session.locate(locator, page), signal));
  const remaining = startClock(limits.timeoutMs);
  const least = Math.min(limits.timeoutMs, LEAST_LEFT_MS);
  try {
    for (let { timeoutMs } = limits; ; timeoutMs = Math.max(remaining(), least)) {
      const page = session.requirePage();
      using tab = followTab(page, isLost);
      try {
        return await work(page, { ...limits, timeoutMs, signal: AbortSignal.any([limits.signal, tab.left]) });
      } catch (error) {
        const isElsewhere = session.page !== undefined && session.page !== page;
        if (limits.signal.aborted || !isElsewhere || !(tab.left.aborted || page.isClosed())) throw error;
        if (hasBegun(error)) return resultOfClosed(error, page, task);
      }
    }
  } catch (error) {
    throw await explained(error, session, task);
  }
}

function resultOfClosed<Result>(error: unknown, page: Page, { whenClosed }: PageTask<Result>): Result {
  if (!page.isClosed() || whenClosed === undefined) throw error;
  return whenClosed;
}

async function explained(
  error: unknown,
  session: AppSession,
  { limits, locator }: PageTask<unknown>,
): Promise<AppError> {
  if (isWaitOver(error)) await requireAnswer(session, limits.signal);
  return explainActionError(error, {
    subject: subjectOf(locator),
    ...(locator === undefined ? {} : { locator }),
    url: session.page?.url() ?? 'the page',
    way: session.page && session.network.wayOf(session.page),
    ...limits,
  });
}

/** For work that goes over to another tab near the end of its time. */
const LEAST_LEFT_MS = 4_000;

/** Whether the old tab has nothing to offer for the task, when a new one opens; may take its time. */
type IsLost = (page: Page, signal: AbortSignal) => Promise<boolean>;

function followTab(page: Page, isLost: IsLost): Disposable & { left: AbortSignal } {
  const leave = new AbortController();
  const done = new AbortController();
  const onOpened = () => {
    isLost(page, done.signal).then(
      lost => lost && leave.abort(),
      () => {},
    );
  };
  const context = page.context();
  context.on('page', onOpened);
  const stop = () => {
    context.off('page', onOpened);
    done.abort();
  };
  return { left: leave.signal, [Symbol.dispose]: stop };
}

/** What was done to an element must not be done a second time elsewhere. */
const hasBegun = (error: unknown): boolean =>
  error instanceof Error && 'log' in error && String(error.log).includes('performing');

/** Long enough for a click to end that has opened the tab and disabled or removed its own button. */
const SETTLE_MS = 500;

/** Whether nothing can be done to an element: asked when another tab opens, since the old one keeps what it can do. */
async function staysUseless(element: ReturnType<Page['locator']>, signal: AbortSignal): Promise<boolean> {
  const isUseful = async () => {
    const [first] = await element.all();
    return first !== undefined && (await first.isVisible()) && (await first.isEnabled({ timeout: SETTLE_MS }));
  };
  if (await isUseful()) return false;
  await pause(SETTLE_MS, undefined, { signal });
  return !(await isUseful());
}

/** Tells a page that a script keeps busy from one that has no such element. Errors: `timeout`. */
export async function requireAnswer({ page, limits, network }: AppSession, signal: AbortSignal): Promise<void> {
  // One that waits for a server does not hang.
  if (page === undefined || signal.aborted || network.wayOf(page) !== undefined) return;
  if (await pageAnswers(page, { signal, timeoutMs: limits.answerMs })) return;
  throw hangingPage(page);
}

/** The engine says by itself what it waited for in vain, if it can. */
const FIRST_WORD_MS = 500;

const hangingPage = (page: Page | undefined): AppError =>
  new AppError('timeout', `The page ${page?.url() ?? ''} does not answer; ${whySilent()}.`, {
    facts: STUCK,
  });

/**
 * Rejects when the time of an action is over and the page has answered nothing for a while. It is asked meanwhile, so
 * that nobody has to wait for its silence afterwards.
 */
export async function pageHangs(session: AppSession, { timeoutMs, signal }: Limits): Promise<never> {
  const { hangsAfterMs } = session.limits;
  await pause(Math.max(0, timeoutMs + FIRST_WORD_MS - hangsAfterMs), undefined, { signal });
  await untilHanging(session, { signal, hangsAfterMs }, signal);
  throw hangingPage(session.page);
}
