import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import { connect } from '../session/page-connection.ts';

const LOOK_AGAIN_MS = 100;
const MOST_LOOKS = 20;

const NO_HISTORY: { currentIndex: number; entries: { url: string }[] } = { currentIndex: 0, entries: [] };

/** The empty page that a tab opens with does not count. */
export async function historyOf(page: Page): Promise<{ back: boolean; forward: boolean }> {
  const connection = await connect(page);
  for (let look = 1; ; look++) {
    const isLast = look === MOST_LOOKS;
    // A page that is just being replaced does not answer.
    const asked = connection.send('Page.getNavigationHistory');
    const { currentIndex, entries } = await (isLast ? asked : asked.catch(() => NO_HISTORY));
    const isThere = (index: number) =>
      entries[index] !== undefined && !(index === 0 && entries[index].url === 'about:blank');
    // Chromium records a page in the history a little after it has come.
    if (entries[currentIndex]?.url === page.url() || isLast)
      return { back: isThere(currentIndex - 1), forward: isThere(currentIndex + 1) };
    await pause(LOOK_AGAIN_MS);
  }
}
