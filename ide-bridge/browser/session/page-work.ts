import type { Browser, CDPSession } from 'playwright';

const connections = new WeakMap<Browser, Promise<CDPSession>>();

/** CPU time that the renderer processes of a browser have used so far, in milliseconds by process. */
export type PageWork = ReadonlyMap<number, number>;

/** Chromium answers this even while its pages hang. Undefined when it does not answer. */
export async function pageWork(browser: Browser | null): Promise<PageWork | undefined> {
  try {
    if (browser === null) return undefined;
    const { processInfo } = await (await connected(browser)).send('SystemInfo.getProcessInfo');
    const ofPages = processInfo.filter(({ type }) => type === 'renderer');
    return new Map(ofPages.map(({ id, cpuTime }) => [id, cpuTime * 1_000]));
  } catch {
    return undefined;
  }
}

/** The most CPU time that one of the processes used between two answers, in milliseconds; 0 where one is missing. */
export const mostWork = (before: PageWork | undefined, after: PageWork | undefined): number =>
  before === undefined || after === undefined
    ? 0
    : Math.max(0, ...[...after].map(([id, workMs]) => workMs - (before.get(id) ?? 0)));

function connected(browser: Browser): Promise<CDPSession> {
  const known = connections.get(browser);
  if (known !== undefined) return known;
  const connection = browser.newBrowserCDPSession();
  connections.set(browser, connection);
  connection.catch(() => connections.delete(browser));
  return connection;
}
