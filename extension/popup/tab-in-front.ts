export interface TabInFront {
  tabId: number;
  /** Undefined where Chrome does not tell it. */
  title: string | undefined;
  /** Whether Chrome lets extensions work in it. */
  isUsable: boolean;
}

const USABLE = /^(?:https?|about|data|blob):/;

/** The tab that the popup was opened over; specs, whose popup is a tab itself, name one. */
export async function tabInFront(): Promise<TabInFront | undefined> {
  const named = new URLSearchParams(location.search).get('tab');
  const [front] = named === null ? await chrome.tabs.query({ active: true, currentWindow: true }) : [];
  const tab = named === null ? front : await chrome.tabs.get(Number(named));
  if (tab?.id === undefined) return undefined;
  const { id: tabId, title, url } = tab;
  return { tabId, title, isUsable: url === undefined || USABLE.test(url) };
}
