import type { Page, Response } from 'playwright';
import { AppError } from '../../model/protocol/errors.ts';
import { isGone } from './page-failure.ts';
import { withinLimit } from './within-limit.ts';

/** Chromium's own page about the failure before, which may still be on its way. */
const OLD_FAILURE = /interrupted by another navigation to "chrome-error:/;
const MOST_TRIES = 3;

const ABORTED = /ERR_ABORTED/;
const ALIVE_LIMIT_MS = 2_000;

/**
 * A page that sends the visitor on before it is there interrupts the way to it; where that leads is the arrival.
 * Resolves with the last answer to the page's own requests; null where none was asked of a server.
 */
export async function follow(
  page: Page,
  go: () => Promise<Response | null>,
  limit: { timeout: number; signal?: AbortSignal } = { timeout: 0 },
): Promise<Response | null> {
  let last: Response | null = null;
  const onResponse = (response: Response) => {
    const request = response.request();
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) last = response;
  };
  page.on('response', onResponse);
  try {
    for (let tries = 1; ; tries++)
      try {
        return await go().catch(error => explainAbort(page, error, limit));
      } catch (error) {
        if (!(error instanceof Error) || !/interrupted by another navigation/.test(error.message)) throw error;
        if (OLD_FAILURE.test(error.message) && tries < MOST_TRIES) continue;
        await page.waitForLoadState('load', limit);
        return last;
      }
  } finally {
    page.off('response', onResponse);
  }
}

/** A page that crashes ends its way first, and says a little later why: its own error comes first then. */
async function explainAbort(page: Page, cause: unknown, { signal = new AbortController().signal }): Promise<never> {
  if (!(cause instanceof Error) || !ABORTED.test(cause.message)) throw cause;
  const late = () => new AppError('timeout', 'The page does not answer.');
  await withinLimit(() => page.evaluate('1'), { signal, timeoutMs: ALIVE_LIMIT_MS, late }).catch((error: unknown) => {
    if (error instanceof Error && isGone(error.message)) throw error;
  });
  throw cause;
}
