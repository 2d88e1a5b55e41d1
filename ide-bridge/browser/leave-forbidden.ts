import type { Page } from 'playwright';
import type { ConsoleLog } from './console-log.ts';
import { mustLeave } from './navigation-policy.ts';

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
  page.goto('about:blank').catch(() => {});
}
