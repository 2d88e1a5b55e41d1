import type { Page } from 'playwright';
import type { ConsoleLog } from '../logs/console-log.ts';
import { mustLeave } from '../requests/navigation-policy.ts';

interface Watched {
  forbiddenOrigins: readonly string[];
  console: ConsoleLog;
}

/**
 * Pages are checked when they arrive, which costs nothing: they hold no credentials of ours, so all that is to be
 * kept off is the look of Steploom inside its own app window. Routing every request would cost each its round trip.
 */
export function leaveForbidden(page: Page, { forbiddenOrigins, console }: Watched): void {
  if (!mustLeave(page.url(), forbiddenOrigins)) return;
  console.add('error', `Steploom left ${page.url()}: the app window does not show it.`);
  void leave(page, forbiddenOrigins);
}

const MOST_TRIES = 5;
const TRY_LIMIT_MS = 3_000;

/** A navigation that is under way may take the place of ours: then it is tried again, and in the end the tab closes. */
async function leave(page: Page, forbiddenOrigins: readonly string[]): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    await page.goto('about:blank', { timeout: TRY_LIMIT_MS }).catch(() => {});
    if (page.isClosed() || !mustLeave(page.url(), forbiddenOrigins)) return;
  }
  await page.close().catch(() => {});
}
