import type { Browser, CDPSession, Page } from 'playwright';

/** A page has one whoever asks, of this window or of one that is made ready. */
const connections = new WeakMap<Page | Browser, Promise<CDPSession>>();

function kept(of: Page | Browser, open: () => Promise<CDPSession>): Promise<CDPSession> {
  const known = connections.get(of);
  if (known !== undefined) return known;
  const connection = open();
  connections.set(of, connection);
  connection.catch(() => connections.delete(of));
  return connection;
}

/** For what Playwright has no call. One connection per page, kept. */
export const connect = (page: Page): Promise<CDPSession> => kept(page, () => page.context().newCDPSession(page));

/** CPU time in milliseconds, by renderer process. */
export type PageWork = ReadonlyMap<number, number>;

/** Works even while pages hang. Undefined without an answer. */
export async function pageWork(browser: Browser | null): Promise<PageWork | undefined> {
  try {
    if (browser === null) return undefined;
    const connection = await kept(browser, () => browser.newBrowserCDPSession());
    const { processInfo } = await connection.send('SystemInfo.getProcessInfo');
    const ofPages = processInfo.filter(({ type }) => type === 'renderer');
    return new Map(ofPages.map(({ id, cpuTime }) => [id, cpuTime * 1_000]));
  } catch {
    return undefined;
  }
}

/** The most CPU time of one process between two answers, in milliseconds; 0 where one is missing. */
export const mostWork = (before: PageWork | undefined, after: PageWork | undefined): number =>
  before === undefined || after === undefined
    ? 0
    : Math.max(0, ...[...after].map(([id, workMs]) => workMs - (before.get(id) ?? 0)));
