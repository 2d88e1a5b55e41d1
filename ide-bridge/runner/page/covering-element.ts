import type { Page } from 'playwright';
import type { Locator } from '../../../model/locator/locator.ts';
import { parseLocator } from '../../../model/locator/parse-locator.ts';
import { pickElement } from '../../browser/elements/pick-element.ts';
import type { AppSession } from '../../browser/session/app-session.ts';

const LOOK_LIMIT_MS = 9_000;

/**
 * The locator of what lies over the middle of an element; undefined where nothing does any more, or nothing that a
 * locator leads to. Errors: those of a page that is gone.
 */
export async function coveringElement(
  session: AppSession,
  covered: Locator,
  signal: AbortSignal,
): Promise<string | undefined> {
  const page = session.requirePage();
  const element = session.locate(covered, page);
  const box = await element.boundingBox({ timeout: LOOK_LIMIT_MS, signal });
  if (box === null) return undefined;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const picked = await pickElement(session, middle, { signal, timeoutMs: LOOK_LIMIT_MS });
  if (picked === undefined || (await holds(session, page, { outer: parseLocator(picked.locator), inner: covered })))
    return undefined;
  return picked.locator;
}

/** Elements of different documents do not hold each other. */
async function holds(
  session: AppSession,
  page: Page,
  { outer, inner }: { outer: Locator; inner: Locator },
): Promise<boolean> {
  const limit = { timeout: LOOK_LIMIT_MS };
  try {
    const held = await session.locate(inner, page).elementHandle(limit);
    return await session.locate(outer, page).evaluate((node, other) => node.contains(other), held, limit);
  } catch {
    return false;
  }
}
