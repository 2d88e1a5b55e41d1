import { ownRules } from './own-pages.ts';

const RESOURCE_TYPES = [
  ...(['main_frame', 'sub_frame', 'stylesheet', 'script', 'image', 'font', 'object', 'xmlhttprequest'] as const),
  ...(['ping', 'csp_report', 'media', 'websocket', 'webtransport', 'webbundle', 'other'] as const),
];

/**
 * Keeps lent tabs away from Steploom itself by rules of Chrome, which stop a request before it is made, and which no
 * command in a tab switches off.
 */
export class TabGuard {
  readonly #own: () => readonly string[];
  readonly #tabs = new Set<number>();
  #last: Promise<void> = Promise.resolve();

  constructor(own: () => readonly string[]) {
    this.#own = own;
  }

  /** Resolves once the rules hold. */
  async watch(tabId: number): Promise<void> {
    this.#tabs.add(tabId);
    await this.refresh();
  }

  async leave(tabId: number): Promise<void> {
    if (this.#tabs.delete(tabId)) await this.refresh();
  }

  /** Also of rules that an earlier service worker left, and of origins that are known by now. */
  async refresh(): Promise<void> {
    const written = this.#last.then(() => this.#write());
    this.#last = written.catch(() => {});
    await written;
  }

  async #write(): Promise<void> {
    const known = await chrome.declarativeNetRequest.getSessionRules();
    const tabIds = [...this.#tabs];
    const rules = tabIds.length === 0 ? [] : ownRules(this.#own());
    await chrome.declarativeNetRequest.updateSessionRules({
      removeRuleIds: known.map(({ id }) => id),
      addRules: rules.map((regexFilter, index) => ({
        id: index + 1,
        action: { type: 'block' },
        condition: { regexFilter, tabIds, resourceTypes: RESOURCE_TYPES },
      })),
    });
  }
}
