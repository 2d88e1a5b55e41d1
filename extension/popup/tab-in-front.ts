export interface TabInFront {
  tabId: number;
  /** What Chrome tells of these: nothing of tabs over which the button was not pressed. */
  title: string | undefined;
  url: string | undefined;
}

/** The tab that the popup was opened over, or the one that its address names. */
export async function tabInFront(): Promise<TabInFront | undefined> {
  const named = new URLSearchParams(location.search).get('tab');
  const [front] = named === null ? await chrome.tabs.query({ active: true, currentWindow: true }) : [];
  const tab = named === null ? front : await chrome.tabs.get(Number(named)).catch(() => undefined);
  return tab?.id === undefined ? undefined : { tabId: tab.id, title: tab.title, url: tab.url };
}
