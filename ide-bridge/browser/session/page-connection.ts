import type { CDPSession, Page } from 'playwright';

const connections = new WeakMap<Page, Promise<CDPSession>>();

/** Asks Chromium itself about a page, for what Playwright has no call. One connection for each page, kept. */
export function connect(page: Page): Promise<CDPSession> {
  const known = connections.get(page);
  if (known !== undefined) return known;
  const connection = page.context().newCDPSession(page);
  connections.set(page, connection);
  connection.catch(() => connections.delete(page));
  return connection;
}
