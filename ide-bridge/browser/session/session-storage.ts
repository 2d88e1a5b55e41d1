/** How session storage of a window is cleared: Chromium offers it only where a document of its site is shown. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, CDPSession, Page } from 'playwright';
import { clearWhenLeft } from '../../page/document/clear-when-left.ts';
import { FRAME_PARTS } from '../../playwright/engine-parts.ts';
import { implOf } from '../../playwright/impl-of.ts';
import { callInUtility, objectIdOf } from '../../playwright/utility-world.ts';
import { onEmptyPages } from './empty-pages.ts';

/** A document may end a moment after the next one is shown. */
const ENDS_WITHIN_MS = [0, 10, 40];

/**
 * Has the document of a page clear the session storage of its site when it ends. Resolves with the name of the cookie that
 * tells so then; undefined where other documents may write later, or in an unknown release of Playwright. Rejects, or never
 * settles, where the page does not answer.
 */
export async function clearAtEnd(page: Page): Promise<string | undefined> {
  const frame = implOf(page.mainFrame());
  // Frames of the same site end after the page.
  if (page.frames().length > 1 || !FRAME_PARTS.areIn(frame)) return await answerOnly(page);
  const cookieName = randomUUID();
  // A world of our own would take three megabytes in each document.
  const world = await frame.context('utility');
  const { exceptionDetails } = await callInUtility(world, {
    objectId: objectIdOf(await world.injectedScript()),
    functionDeclaration: `function (...given) { (${clearWhenLeft})(...given); }`,
    arguments: [{ value: cookieName }],
    returnByValue: true,
  });
  return exceptionDetails === undefined ? cookieName : undefined;
}

async function answerOnly(page: Page): Promise<undefined> {
  await page.evaluate('1');
  return undefined;
}

/** The site whose session storage its document has cleared, if it has: pages may forbid listening for their end. */
export async function clearedAtEnd(
  context: BrowserContext,
  endCookie: string | undefined,
): Promise<string | undefined> {
  if (endCookie === undefined) return undefined;
  for (const pauseMs of ENDS_WITHIN_MS) {
    await wait(pauseMs);
    const cookie = (await context.cookies()).find(({ name }) => name === endCookie);
    if (cookie !== undefined) return decodeURIComponent(cookie.value);
  }
  return undefined;
}

export const clearSessions = (page: Page, connection: CDPSession, origins: readonly string[]): Promise<void> =>
  onEmptyPages(page, origins, async securityOrigin => {
    await connection.send('DOMStorage.clear', { storageId: { securityOrigin, isLocalStorage: false } });
  });
