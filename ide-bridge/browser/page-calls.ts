import type { Page } from 'playwright';
import type { CallOptions } from '../../model/protocol/app-window.ts';
import { AppError } from '../../model/protocol/errors.ts';
import type { AppSession } from './app-session.ts';
import { explainFailure } from './page-failure.ts';
import { shownAddress, shownTitle } from './shown-text.ts';
import { inSeconds, withinLimit } from './within-limit.ts';

/** What an ordinary question to the page may take. */
export const ANSWER_LIMIT_MS = 10_000;

/**
 * Asks the page something within the caller's limit.
 * Errors: `timeout` naming what keeps the page from answering, `browser-lost`, `stopped`.
 */
export async function askPage<Result>(
  session: AppSession,
  options: CallOptions,
  ask: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const timeoutMs = options.timeoutMs ?? ANSWER_LIMIT_MS;
  const startedAt = performance.now();
  try {
    return await withinLimit(ask, {
      signal: options.signal,
      timeoutMs,
      late: () => noAnswer(session, timeoutMs),
    });
  } catch (error) {
    // A step of the asking that ran into its own shorter limit means the same.
    if (error instanceof Error && error.name === 'TimeoutError') throw noAnswer(session, performance.now() - startedAt);
    throw explainFailure(error);
  }
}

/** Whether a page takes part in anything: one with an endless script, or an open dialog, does not. Asked once `ready`. */
export async function pageAnswers(
  page: Page,
  limits: { signal: AbortSignal; timeoutMs: number },
  ready: Promise<void> = Promise.resolve(),
): Promise<boolean> {
  const late = new AppError('timeout', 'The page does not answer.');
  try {
    await withinLimit(() => ready.then(() => page.evaluate('1')), { ...limits, late: () => late });
    return true;
  } catch (error) {
    return error !== late;
  }
}

/** How often a page may go elsewhere while it is asked. */
const MAX_DETOURS = 5;

/** What every reply about a page tells; of the next document, when the page goes there meanwhile. */
export async function readTitle(page: Page): Promise<{ url: string; title: string; readyState: string }> {
  for (let detours = 0; ; detours++) {
    try {
      const [title, readyState] = await page.evaluate<[string, string]>('[document.title, document.readyState]');
      return { url: shownAddress(page.url()), title: shownTitle(title), readyState };
    } catch (error) {
      const hasLeft = error instanceof Error && /Execution context was destroyed/.test(error.message);
      if (!hasLeft) throw error;
      if (detours >= MAX_DETOURS) throw restless(page, error);
      await page.waitForLoadState('domcontentloaded', { timeout: 0 });
    }
  }
}

const restless = (page: Page, cause: Error): AppError =>
  new AppError('page-error', `The page ${shownAddress(page.url())} goes to another address again and again.`, {
    cause,
  });

/** What keeps the page from answering. */
export function noAnswer(session: AppSession, timeoutMs: number): AppError {
  const { page, dialogs, network } = session;
  const time = inSeconds(timeoutMs);
  if (dialogs.current !== undefined) {
    const { current } = dialogs;
    const message = `The page waits for the answer to its ${current.type()} "${shownTitle(current.message())}" (${time}).`;
    return new AppError('timeout', message, { next: 'answer the dialog' });
  }
  const way = page && network.wayOf(page);
  if (way !== undefined)
    return new AppError(
      'timeout',
      `The page is on its way to ${shownAddress(way)}, which has not answered yet (${time}).`,
      {
        next: 'waitForPageReady waits on; navigateUrl goes elsewhere',
      },
    );
  return new AppError(
    'timeout',
    `The page ${shownAddress(page?.url() ?? '')} did not answer within ${time}; a script on it may run without end.`,
    { next: 'navigateUrl opens the address in a new tab when the page stays stuck' },
  );
}
