import type { Page } from 'playwright';
import { connect } from './page-connection.ts';

/** Whether a tab has a page before (-1) or after (1) the present one; the empty one that it opened with is none. */
export async function hasPage(page: Page, step: -1 | 1): Promise<boolean> {
  const connection = await connect(page);
  const { currentIndex, entries } = await connection.send('Page.getNavigationHistory');
  const target = currentIndex + step;
  return entries[target] !== undefined && !(target === 0 && entries[target].url === 'about:blank');
}
