import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import { startClock } from '../../browser/limits/within-limit.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import { type ScrollDistance, type Scrolled, scrollOnce, scrollPage } from '../../page/fields/scroll-once.ts';
import { inPage } from '../../page/in-page.ts';
import type { CallLimit } from './element-actions.ts';

export const scrollPageOnce = (page: Page, by: ScrollDistance): Promise<Scrolled> =>
  page.evaluate(String(inPage(scrollPage, by, scrollOnce)));

/** Lists that load more at their end have begun to by then. */
const GROWTH_MS = 1_000;
const LOOK_MS = 50;

/** Where the content is too short, waits as long as more is added. */
export async function scrollFar(
  session: Pick<AppSession, 'network' | 'requirePage'>,
  { by, once }: { by: ScrollDistance; once(by: ScrollDistance): Promise<Scrolled> },
  { signal, timeout }: CallLimit,
): Promise<void> {
  const page = session.requirePage();
  const remaining = startClock(timeout);
  let left = await once(by);
  let grownAt = performance.now();
  while (isFar(left) && remaining() > LOOK_MS) {
    if (performance.now() - grownAt > GROWTH_MS && !session.network.isUnderWay(page)) return;
    await pause(LOOK_MS, undefined, { signal });
    const { extent } = left;
    left = await once(left);
    if (left.extent > extent) grownAt = performance.now();
  }
}

const isFar = ({ x, y }: ScrollDistance): boolean => Math.max(Math.abs(x), Math.abs(y)) > 1;
