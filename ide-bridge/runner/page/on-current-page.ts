import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import { describeSteps } from '../../../model/locator/describe-locator.ts';
import type { Locator } from '../../../model/locator/locator.ts';
import { startClock, withinLimit } from '../../browser/limits/within-limit.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import { pageAnswers, untilHanging } from '../../browser/session/hanging-page.ts';
import { whySilent } from '../../browser/session/page-calls.ts';
import { explainActionError, isUnreadable, isWaitOver } from './explain-action-error.ts';
import { STUCK } from './failure.ts';
import type { Limits } from './limits.ts';

export interface PageTask<Result> {
  limits: Limits;
  locator?: Locator | undefined;
  /** Whether it only looks, so that it always moves to a new tab. */
  isLook?: boolean;
  /** Result if it had begun when its tab closed, or was left for a tab that opened. Default: an error. */
  whenLeft?: Result;
  work(page: Page, limits: Limits): Promise<Result>;
}

export const subjectOf = (locator: Locator | undefined): string =>
  locator === undefined ? 'the page' : describeSteps(locator);

/**
 * When another tab becomes the current one meanwhile, the work moves there, unless it has begun on the old page.
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
        if (hasBegun(error)) return resultOfLeft(error, page, task);
      }
    }
  } catch (error) {
    throw await explained(error, session, task);
  }
}

function resultOfLeft<Result>(error: unknown, page: Page, { whenLeft }: PageTask<Result>): Result {
  const isDone = page.isClosed() || !waitsForNextTry(error);
  if (!isDone || whenLeft === undefined) throw error;
  return whenLeft;
}

async function explained(
  error: unknown,
  session: AppSession,
  { limits, locator }: PageTask<unknown>,
): Promise<AppError> {
  if (isWaitOver(error)) await requireAnswer(session, limits.signal);
  const cause = (isWaitOver(error) && (await unreadable(session, locator, limits.signal))) || error;
  return explainActionError(cause, {
    subject: subjectOf(locator),
    ...(locator === undefined ? {} : { locator }),
    url: session.page?.url() ?? 'the page',
    way: session.page && session.network.wayOf(session.page),
    ...limits,
  });
}

/** A page that was busy for the whole time has not yet told that its selector is none. */
async function unreadable(
  session: AppSession,
  locator: Locator | undefined,
  signal: AbortSignal,
): Promise<Error | undefined> {
  if (session.page === undefined || locator === undefined || signal.aborted) return undefined;
  const limit = { signal, timeoutMs: session.limits.answerMs };
  const counted = withinLimit(async () => await session.locate(locator).count(), limit);
  return await counted.then(
    () => undefined,
    (error: unknown) => (error instanceof Error && isUnreadable(error) ? error : undefined),
  );
}

const LEAST_LEFT_MS = 4_000;

/** Whether the old tab has nothing for the task when a new one opens; may take its time. */
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

const logOf = (error: unknown): string => (error instanceof Error && 'log' in error ? String(error.log) : '');

/** An action that has begun must not be repeated elsewhere. */
const hasBegun = (error: unknown): boolean => logOf(error).includes('performing');

/** Something lay over the element when it was tried last. */
function waitsForNextTry(error: unknown): boolean {
  const log = logOf(error);
  return log.lastIndexOf('intercepts pointer events') > log.lastIndexOf('performing');
}

/** Enough for a click that opened the tab and disabled or removed its own button. */
const SETTLE_MS = 500;

/** Asked when another tab opens: the old tab keeps tasks that it can do. */
async function staysUseless(element: ReturnType<Page['locator']>, signal: AbortSignal): Promise<boolean> {
  const isUseful = async () => {
    const [first] = await element.all();
    return first !== undefined && (await first.isVisible()) && (await first.isEnabled({ timeout: SETTLE_MS }));
  };
  if (await isUseful()) return false;
  await pause(SETTLE_MS, undefined, { signal });
  return !(await isUseful());
}

/** Tells a hanging page from one without such an element. Errors: `timeout`. */
export async function requireAnswer({ page, limits, network }: AppSession, signal: AbortSignal): Promise<void> {
  // A page that waits for a server does not hang.
  if (page === undefined || signal.aborted || network.wayOf(page) !== undefined) return;
  if (await pageAnswers(page, { signal, timeoutMs: limits.answerMs })) return;
  throw hangingPage({ page, network });
}

/** Playwright itself reports what it waited for, if it can. */
const FIRST_WORD_MS = 500;

const hangingPage = (session: Pick<AppSession, 'page' | 'network'>): AppError =>
  new AppError('timeout', `The page ${session.page?.url() ?? ''} does not answer; ${whySilent(session)}.`, {
    facts: STUCK,
  });

/**
 * Rejects when the time of an action is over and the page has not answered for a while. It is asked meanwhile, so that
 * nobody has to wait for that afterwards.
 */
export async function pageHangs(session: AppSession, { timeoutMs, signal }: Limits): Promise<never> {
  const { hangsAfterMs } = session.limits;
  await pause(Math.max(0, timeoutMs + FIRST_WORD_MS - hangsAfterMs), undefined, { signal });
  await untilHanging(session, { signal, hangsAfterMs }, signal);
  throw hangingPage(session);
}
