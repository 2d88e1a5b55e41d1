import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import { startClock } from '../../browser/limits/within-limit.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import type { CallLimit } from './element-actions.ts';

interface Distance {
  x: number;
  y: number;
}

/** What is left where scrolling ended, and the scrollable extent. */
interface Scrolled extends Distance {
  extent: number;
}

/** The used part of the DOM; this is compiled for Node, which has none. */
interface Scroller {
  scrollLeft: number;
  scrollTop: number;
  readonly scrollWidth: number;
  readonly scrollHeight: number;
  scrollBy(options: { left: number; top: number; behavior: 'instant' }): void;
}

export function scrollOnce(scroller: Scroller, { x, y }: Distance): Scrolled {
  const { scrollLeft, scrollTop } = scroller;
  scroller.scrollBy({ left: x, top: y, behavior: 'instant' });
  return {
    x: x - (scroller.scrollLeft - scrollLeft),
    y: y - (scroller.scrollTop - scrollTop),
    extent: scroller.scrollWidth + scroller.scrollHeight,
  };
}

export const scrollPageOnce = (page: Page, by: Distance): Promise<Scrolled> =>
  page.evaluate(`(${scrollOnce})(document.scrollingElement ?? document.documentElement, ${JSON.stringify(by)})`);

/** Lists that load more at their end have begun to by then. */
const GROWTH_MS = 1_000;
const LOOK_MS = 50;

/** Where the content is too short, waits as long as more is added. */
export async function scrollFar(
  session: Pick<AppSession, 'network' | 'requirePage'>,
  { by, once }: { by: Distance; once(by: Distance): Promise<Scrolled> },
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

const isFar = ({ x, y }: Distance): boolean => Math.max(Math.abs(x), Math.abs(y)) > 1;
