/** Files that lent tabs have Chrome save: found among all by the address that the tab reported, once that is allowed. */
import { z } from 'zod';

const Begun = z.object({ guid: z.string(), url: z.string() });

const LOOK_EVERY_MS = 150;
const BEGIN_LIMIT_MS = 10_000;
const END_LIMIT_MS = 120_000;

const claimed = new Set<number>();

const pause = () => new Promise(resolve => setTimeout(resolve, LOOK_EVERY_MS));

async function beganWith(url: string, since: string): Promise<chrome.downloads.DownloadItem | undefined> {
  const items = await chrome.downloads.search({ startedAfter: since });
  return items.find(item => !claimed.has(item.id) && (item.url === url || item.finalUrl === url));
}

async function untilFound(url: string): Promise<number | undefined> {
  // Chrome may have begun a little before it reported it.
  const since = new Date(Date.now() - BEGIN_LIMIT_MS).toISOString();
  const end = Date.now() + BEGIN_LIMIT_MS;
  while (Date.now() < end) {
    const item = await beganWith(url, since);
    if (item !== undefined) {
      claimed.add(item.id);
      return item.id;
    }
    await pause();
  }
  return undefined;
}

async function untilWhole(id: number): Promise<string | undefined> {
  const end = Date.now() + END_LIMIT_MS;
  while (Date.now() < end) {
    const [item] = await chrome.downloads.search({ id });
    if (item === undefined || item.state === 'interrupted') return undefined;
    if (item.state === 'complete') return item.filename;
    await pause();
  }
  return undefined;
}

/** The path of a download that a tab reported. Undefined while the person has not allowed it. */
export async function followDownload(
  event: Readonly<Record<string, unknown>>,
): Promise<{ guid: string; path?: string } | undefined> {
  const begun = Begun.safeParse(event).data;
  if (begun === undefined || !(await mayFollowDownloads())) return undefined;
  const id = await untilFound(begun.url);
  const path = id === undefined ? undefined : await untilWhole(id);
  return { guid: begun.guid, ...(path === undefined ? {} : { path }) };
}

export const mayFollowDownloads = (): Promise<boolean> => chrome.permissions.contains({ permissions: ['downloads'] });
