import type { Page, Response } from 'playwright';

/** Chromium's own page about the failure before, which may still be on its way. */
const OLD_FAILURE = /interrupted by another navigation to "chrome-error:/;
const MOST_TRIES = 3;

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
        return await go();
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
