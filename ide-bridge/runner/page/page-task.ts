import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import { describeSteps } from '../../../model/locator/describe-locator.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import { pageAnswers } from '../../browser/session/hanging-page.ts';
import { explainActionError, isWaitOver } from './explain-action-error.ts';
import { onCurrentPage } from './on-current-page.ts';
import { hangingPage } from './page-hangs.ts';
import type { Found, Limits } from './page-port.ts';

/** Something to be done on the current page, with the element it is about. */
export interface PageTask<Result> {
  limits: Limits;
  found?: Found | undefined;
  /** Whether it only looks, so that it goes over to a tab that opens meanwhile whatever the old one has. */
  isLook?: boolean;
  work(page: Page, limits: Limits): Promise<Result>;
}

export const subjectOf = (found: Found | undefined): string =>
  found === undefined ? 'the page' : describeSteps(found.locator);

/** Does a task, wherever the current page goes meanwhile. Errors: those of `PagePort`, in plain words. */
export async function performTask<Result>(session: AppSession, task: PageTask<Result>): Promise<Result> {
  const { limits, found, isLook = false, work } = task;
  limits.signal.throwIfAborted();
  const isLost = async (page: Page, signal: AbortSignal) =>
    isLook || found === undefined || (await staysUseless(session.locate(found.locator, page), signal));
  try {
    return await onCurrentPage(session, { limits, isLost, work });
  } catch (error) {
    if (isWaitOver(error)) await requireAnswer(session, limits.signal);
    throw explainActionError(error, {
      subject: subjectOf(found),
      ...(found === undefined ? {} : { locator: found.locator }),
      url: session.page?.url() ?? 'the page',
      way: session.page && session.network.wayOf(session.page),
      ...limits,
    });
  }
}

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
