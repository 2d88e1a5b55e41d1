/** What Playwright's clock puts into pages, and how it is taken out again, for which it has no public call. */
import type { BrowserContext } from 'playwright';
import { implOf, NeededParts } from './impl-of.ts';

interface ClockedContext {
  clock: { uninstall(progress: { race<Result>(work: Promise<Result>): Promise<Result> }): Promise<void> };
}

export const CLOCKED_PARTS = new NeededParts<ClockedContext>({ function: ['clock.uninstall'] });

/** Timers that are still to fire do so by the clock that they were set by. */
const LEAVE_PAGE = 'if (globalThis.__pwClock) { __pwClock.controller.uninstall(); delete globalThis.__pwClock; }';

/**
 * Gives the pages of a context back the real clock, now and in documents to come. Does nothing in a Playwright that keeps
 * its clock elsewhere. Rejects, or never settles, where a page does not answer.
 */
export async function removeClock(context: BrowserContext): Promise<void> {
  const impl = implOf(context);
  if (!CLOCKED_PARTS.areIn(impl)) return;
  await impl.clock.uninstall({ race: work => work });
  const frames = context.pages().flatMap(page => page.frames());
  await Promise.all(frames.map(frame => frame.evaluate(LEAVE_PAGE).catch(() => {})));
}
