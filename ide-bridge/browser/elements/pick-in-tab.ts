import { AppError } from '../../../model/errors/errors.ts';
import type { CallOptions, PageElement } from '../../../model/protocol/app-window.ts';
import type { AppSession } from '../session/app-session.ts';
import { describePicked } from './pick-element.ts';

const PICK_LIMIT_MS = 5 * 60_000;

/**
 * Lets a person point at an element in the tab itself; the click does nothing else. Errors: `app-not-open`, `stopped`,
 * `timeout`, `locator-not-found`, those of a page that is gone.
 */
export async function pickInTab(session: AppSession, { signal }: CallOptions): Promise<PageElement> {
  const page = session.requirePage();
  signal.throwIfAborted();
  const late = setTimeout(giveUp, PICK_LIMIT_MS);
  function giveUp(): void {
    page.cancelPickLocator().catch(() => {});
  }
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    // The click that ends it does nothing in the page, and is no step of a test.
    session.pointedAt = Infinity;
    const picked = await page
      .pickLocator()
      .catch((error: unknown) => {
        signal.throwIfAborted();
        throw new AppError('stopped', 'Nobody pointed at an element in the tab.', { cause: error });
      })
      .finally(() => {
        session.pointedAt = Date.now();
      });
    const find = async () => {
      const element = await picked.elementHandle();
      const box = await element?.boundingBox();
      return element && box ? { element, box } : undefined;
    };
    const element = await describePicked(session, find, { signal });
    if (element !== undefined) return element;
    throw new AppError('locator-not-found', 'No locator finds what was pointed at.');
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', giveUp);
  }
}
