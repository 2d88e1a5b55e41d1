import type { BrowserContext, Page } from 'playwright';
import type { Changes } from '../logs/changes.ts';
import type { ConsoleLog } from '../logs/console-log.ts';
import type { NetworkActivity } from '../logs/network-activity.ts';
import type { OpenDialogs } from '../logs/open-dialogs.ts';
import { leaveForbidden } from '../requests/navigation-policy.ts';
import type { ExpectedDownloads } from './expected-downloads.ts';
import type { Loss } from './loss.ts';
import type { OpenTabs } from './open-tabs.ts';

/** What is known of the open window. */
interface KnownWindow {
  readonly console: ConsoleLog;
  readonly dialogs: OpenDialogs;
  readonly downloads: ExpectedDownloads;
  readonly network: NetworkActivity;
  readonly changes: Changes;
  readonly tabs: OpenTabs;
  readonly loss: Loss;
  /** The current one. */
  readonly page: Page | undefined;
  readonly forbiddenOrigins: readonly string[];
}

/** Notes what happens in a window, while it is the open one. */
export function watchWindow(session: KnownWindow, context: BrowserContext, isOpen: () => boolean): void {
  const { console, dialogs, downloads, network, changes } = session;
  // Events of a closing context may still arrive.
  context.on('page', page => isOpen() && addTab(session, page));
  context.on('console', message => isOpen() && console.addMessage(message));
  context.on('weberror', error => isOpen() && console.addError(error));
  context.on('dialog', dialog => dialogs.opened(dialog));
  context.on('dialogclosed', dialog => dialogs.closed(dialog));
  context.on('framenavigated', frame => {
    if (frame.parentFrame() !== null) return;
    leaveForbidden(frame.page(), session);
    changes.emit();
  });
  downloads.watch(context);
  network.watch(context);
}

/** A tab of the open window, until it closes or crashes. */
export function addTab(session: KnownWindow, page: Page): void {
  const { tabs, loss, changes } = session;
  tabs.add(page);
  loss.forget();
  // A new tab is announced only once it has its first address.
  leaveForbidden(page, session);
  changes.emit();
  page.once('close', () => {
    tabs.forget(page);
    changes.emit();
  });
  page.once('crash', () => {
    const wasCurrent = session.page === page;
    tabs.forget(page);
    page.close().catch(() => {});
    if (wasCurrent) loss.report('the page crashed');
    // An earlier tab has taken its place.
    if (session.page !== undefined) loss.forget();
    changes.emit();
  });
}
