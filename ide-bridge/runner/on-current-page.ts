import type { Page } from 'playwright';
import type { AppSession } from '../browser/app-session.ts';
import type { Limits } from './page-port.ts';

interface Task<Result> {
  limits: Limits;
  /** Whether the old tab has nothing to offer for the task, when a new one opens. */
  isLost(page: Page): Promise<boolean>;
  work(page: Page, limits: Limits): Promise<Result>;
}

/**
 * Does the work on the current page. When another tab becomes the current one meanwhile, because it opens or because
 * the present one closes, the work goes over to it, unless the present one has begun to do it.
 */
export async function onCurrentPage<Result>(session: AppSession, { limits, isLost, work }: Task<Result>) {
  for (;;) {
    const page = session.requirePage();
    using tab = followTab(page, isLost);
    try {
      return await work(page, { ...limits, signal: AbortSignal.any([limits.signal, tab.left]) });
    } catch (error) {
      const isElsewhere = session.page !== undefined && session.page !== page;
      if (limits.signal.aborted || !isElsewhere || !(tab.left.aborted || page.isClosed()) || hasBegun(error))
        throw error;
    }
  }
}

function followTab(page: Page, isLost: (page: Page) => Promise<boolean>): Disposable & { left: AbortSignal } {
  const leave = new AbortController();
  const onOpened = () => {
    isLost(page).then(
      lost => lost && leave.abort(),
      () => {},
    );
  };
  const context = page.context();
  context.on('page', onOpened);
  return { left: leave.signal, [Symbol.dispose]: () => void context.off('page', onOpened) };
}

/** What was done to an element must not be done a second time elsewhere. */
const hasBegun = (error: unknown): boolean =>
  error instanceof Error && 'log' in error && String(error.log).includes('performing');
