import type { Page } from 'playwright';
import { startClock } from '../../browser/limits/within-limit.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import type { Limits } from './page-port.ts';

/** For work that goes over to another tab near the end of its time. */
const LEAST_LEFT_MS = 4_000;

interface Task<Result> {
  limits: Limits;
  /** Whether the old tab has nothing to offer for the task, when a new one opens; may take its time. */
  isLost(page: Page, signal: AbortSignal): Promise<boolean>;
  work(page: Page, limits: Limits): Promise<Result>;
}

/**
 * Does the work on the current page. When another tab becomes the current one meanwhile, because it opens or because
 * the present one closes, the work goes over to it, unless the present one has begun to do it.
 */
export async function onCurrentPage<Result>(session: AppSession, { limits, isLost, work }: Task<Result>) {
  const remaining = startClock(limits.timeoutMs);
  for (
    let timeoutMs = limits.timeoutMs;
    ;
    timeoutMs = Math.max(remaining(), Math.min(limits.timeoutMs, LEAST_LEFT_MS))
  ) {
    const page = session.requirePage();
    using tab = followTab(page, isLost);
    try {
      return await work(page, { ...limits, timeoutMs, signal: AbortSignal.any([limits.signal, tab.left]) });
    } catch (error) {
      const isElsewhere = session.page !== undefined && session.page !== page;
      if (limits.signal.aborted || !isElsewhere || !(tab.left.aborted || page.isClosed()) || hasBegun(error))
        throw error;
    }
  }
}

function followTab(page: Page, isLost: Task<unknown>['isLost']): Disposable & { left: AbortSignal } {
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
