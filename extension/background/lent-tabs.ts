import type { ExtensionNotice } from '../../model/protocol/channel/extension.ts';
import { AnnouncedWindows } from './announced-windows.ts';
import { DebuggedTab, type TabMessage } from './debugged-tab.ts';
import { whyNotLent } from './lendable.ts';
import { followDownload } from './lent-downloads.ts';
import { TabGuard } from './tab-guard.ts';

/** Who tabs are lent to: the service by one pairing. */
export interface Borrower {
  notify(notice: ExtensionNotice): void;
}

interface LentTabsOptions {
  /** Origins of Steploom itself. */
  own(): readonly string[];
}

type TabInfo = Awaited<ReturnType<DebuggedTab['info']>>;

const NOT_LENT = 'The tab is not lent.';
/** What is on its way when a tab is lent has come by then. */
const SETTLE_MS = 3_000;
const LOOK_EVERY_MS = 25;

/** The tabs that a person has lent, and those that these opened. Nothing is done in any other. */
export class LentTabs {
  readonly #options: LentTabsOptions;
  readonly #guard: TabGuard;
  readonly #lent = new Map<number, Borrower>();
  /** Those that Chrome debugs for us; the service may use only those that were checked. */
  readonly #debugged = new Map<number, DebuggedTab>();
  readonly #checked = new Map<number, TabInfo>();
  readonly #turns = new Map<number, Promise<unknown>>();
  readonly #announced = new AnnouncedWindows();
  readonly #released: Promise<unknown>;
  /** Whether a tab is being opened for a reply, which is then not announced. */
  #isOpening = false;

  constructor(options: LentTabsOptions) {
    this.#options = options;
    this.#guard = new TabGuard(options.own);
    this.#released = releaseLeftOver().then(() => this.#guard.refresh());
    this.#released.catch(() => {});
    chrome.debugger.onEvent.addListener(({ tabId, sessionId }, method, params = {}) => {
      const tab = this.#debugged.get(tabId ?? Number.NaN);
      if (tab !== undefined) this.#event(tab, { sessionId, method, params: { ...params } });
    });
    chrome.debugger.onDetach.addListener(({ tabId }, reason) => {
      if (tabId !== undefined && this.#debugged.has(tabId)) void this.#detached(tabId, reason);
    });
    chrome.tabs.onCreated.addListener(({ id }) => {
      if (id !== undefined && this.#checked.size > 0 && !this.#isOpening) this.#created(id).catch(() => {});
    });
  }

  /** Called when other origins are those of Steploom. */
  async guardAnew(): Promise<void> {
    await this.#guard.refresh();
  }

  /**
   * Called when a person says so. Chrome draws only what is in front, so that the tab gets a window of its own. Errors:
   * in plain words, for pages that are never lent.
   */
  async lend(tabId: number, borrower: Borrower): Promise<void> {
    await this.#released;
    const { windowId, url } = await chrome.tabs.get(tabId);
    const refusal = url === undefined ? undefined : whyNotLent(url, this.#options.own());
    if (refusal !== undefined) throw new Error(refusal);
    await this.takeBack(tabId);
    const beside = await chrome.tabs.query({ windowId });
    if (beside.length > 1) await chrome.windows.create({ tabId, focused: true });
    this.#lent.set(tabId, borrower);
  }

  isLentTo(tabId: number, borrower: Borrower): boolean {
    return this.#lent.get(tabId) === borrower;
  }

  /** Errors: in plain words, for what Chrome tells of a tab only now. */
  async attach(tabId: number, borrower: Borrower): Promise<object> {
    this.#requireLent(tabId, borrower);
    return await this.#inTurn(tabId, async () => {
      const known = this.#checked.get(tabId);
      this.#requireLent(tabId, borrower);
      return known ?? (await this.#admit(new DebuggedTab(tabId, this.#options.own), borrower));
    });
  }

  async send({ tabId, ...command }: TabMessage & { tabId: number }, borrower: Borrower): Promise<object> {
    const tab = this.#debugged.get(tabId);
    if (tab === undefined || !this.#checked.has(tabId) || this.#lent.get(tabId) !== borrower) throw new Error(NOT_LENT);
    return await tab.send(command);
  }

  /** An empty one: the rules for a tab need its number, so that it may go nowhere before it has one. */
  async open(openerTabId: number, url: string, borrower: Borrower): Promise<number> {
    this.#requireLent(openerTabId, borrower);
    if (url !== EMPTY_PAGE) throw new Error('The extension opens only empty tabs, which then go to pages of the web.');
    this.#isOpening = true;
    try {
      const { id } = await chrome.tabs.create({ url, openerTabId });
      if (id === undefined) throw new Error('Chrome opened no tab.');
      this.#lent.set(id, borrower);
      return id;
    } finally {
      this.#isOpening = false;
    }
  }

  async close(tabId: number, borrower: Borrower): Promise<void> {
    this.#requireLent(tabId, borrower);
    await chrome.tabs.remove(tabId);
  }

  /** Called by the person: whoever had the tab is notified. The tab stays as it is. */
  async takeBack(tabId: number): Promise<void> {
    const borrower = this.#lent.get(tabId);
    await this.#letGo(tabId);
    borrower?.notify({ method: 'tab/gone', params: { tabId, reason: 'given-back' } });
  }

  /** By the one who had it. */
  async giveBack(tabId: number, borrower: Borrower): Promise<void> {
    if (this.#lent.get(tabId) === borrower) await this.#letGo(tabId);
  }

  async giveAllBack(borrower: Borrower): Promise<void> {
    const tabs = [...this.#lent].filter(([, owner]) => owner === borrower);
    await Promise.all(tabs.map(([tabId]) => this.#letGo(tabId)));
  }

  /**
   * Rules first, so that nothing gets to Steploom from here on; then what was on its way; then what is there. Whatever
   * goes wrong, the tab is not lent.
   */
  async #admit(tab: DebuggedTab, borrower: Borrower): Promise<TabInfo> {
    const { tabId } = tab;
    try {
      await this.#guard.watch(tabId);
      await settled(tabId);
      if (!this.#debugged.has(tabId)) {
        this.#debugged.set(tabId, tab);
        await tab.attach();
      }
      await tab.check();
      if (tab.end !== undefined) throw new Error('The page of this tab went away while it was being lent.');
      const info = await tab.info();
      this.#requireLent(tabId, borrower);
      this.#checked.set(tabId, info);
      return info;
    } catch (error) {
      if (this.#lent.get(tabId) === borrower) this.#lent.delete(tabId);
      await this.#release(tabId);
      throw error;
    }
  }

  /**
   * What the page of a lent tab opened is lent with it. Chrome calls the tab in front the opener also of what a person
   * opens; the page alone announces its own, and the target names it.
   */
  async #created(tabId: number): Promise<void> {
    if (!(await this.#announced.isNear())) return;
    await this.#inTurn(tabId, async () => {
      const tab = new DebuggedTab(tabId, this.#options.own);
      const { openerId: opener } = await tab.attach();
      const [openerId] = [...this.#checked].find(([, { targetId }]) => targetId === opener) ?? [];
      const borrower = openerId === undefined ? undefined : this.#lent.get(openerId);
      if (openerId === undefined || borrower === undefined || this.#lent.has(tabId)) {
        await chrome.debugger.detach({ tabId });
        return;
      }
      this.#lent.set(tabId, borrower);
      this.#debugged.set(tabId, tab);
      await this.#admit(tab, borrower);
      borrower.notify({ method: 'tab/opened', params: { tabId, openerId } });
    });
  }

  #event(tab: DebuggedTab, message: TabMessage): void {
    const { tabId } = tab;
    const { told, end } = tab.take(message);
    const borrower = this.#checked.has(tabId) ? this.#lent.get(tabId) : undefined;
    if (borrower === undefined) return;
    const { sessionId, method } = message;
    if (told !== undefined) {
      const event = { tabId, ...(sessionId === undefined ? {} : { sessionId }), method, params: told };
      borrower.notify({ method: 'cdp/event', params: event });
      if (method === 'Page.windowOpen') this.#announced.announce();
      if (method === 'Page.downloadWillBegin') void this.#download(tabId, told, borrower);
    }
    if (end === undefined) return;
    void this.#letGo(tabId).finally(() => borrower.notify({ method: 'tab/gone', params: { tabId, reason: end } }));
  }

  async #download(tabId: number, begun: Readonly<Record<string, unknown>>, borrower: Borrower): Promise<void> {
    const found = await followDownload(begun);
    if (found !== undefined && this.#lent.get(tabId) === borrower)
      borrower.notify({ method: 'tab/downloaded', params: { tabId, ...found } });
  }

  async #detached(tabId: number, reason: string): Promise<void> {
    const borrower = this.#lent.get(tabId);
    this.#lent.delete(tabId);
    this.#debugged.delete(tabId);
    this.#checked.delete(tabId);
    await this.#guard.leave(tabId).catch(() => {});
    borrower?.notify({ method: 'tab/gone', params: { tabId, reason: await goneBy(tabId, reason) } });
  }

  /** From here on nothing more is done in it. */
  async #letGo(tabId: number): Promise<void> {
    this.#lent.delete(tabId);
    this.#checked.delete(tabId);
    await this.#inTurn(tabId, () => this.#release(tabId));
  }

  /** The rules hold for as long as Chrome debugs the tab for us. */
  async #release(tabId: number): Promise<void> {
    this.#checked.delete(tabId);
    if (this.#debugged.delete(tabId)) await chrome.debugger.detach({ tabId }).catch(() => {});
    await this.#guard.leave(tabId);
  }

  /** What is done with one tab at a time: attaching takes a while, and a person may take it back meanwhile. */
  async #inTurn<Result>(tabId: number, work: () => Promise<Result>): Promise<Result> {
    const done = (this.#turns.get(tabId) ?? Promise.resolve()).then(work);
    const turn = done.then(
      () => {},
      () => {},
    );
    this.#turns.set(tabId, turn);
    await turn;
    if (this.#turns.get(tabId) === turn) this.#turns.delete(tabId);
    return await done;
  }

  #requireLent(tabId: number, borrower: Borrower): void {
    if (this.#lent.get(tabId) !== borrower) throw new Error(NOT_LENT);
  }
}

const EMPTY_PAGE = 'about:blank';

/** Until what the tab loads is there, or has had time to come. */
async function settled(tabId: number): Promise<void> {
  const end = Date.now() + SETTLE_MS;
  while (Date.now() < end && (await chrome.tabs.get(tabId)).status === 'loading')
    await new Promise(resolve => setTimeout(resolve, LOOK_EVERY_MS));
}

/** Chrome calls a target closed as well when its tab goes to a page that no extension may work in. */
async function goneBy(tabId: number, reason: string): Promise<'closed' | 'cancelled' | 'left'> {
  if (reason !== 'target_closed') return 'cancelled';
  return await chrome.tabs.get(tabId).then(
    () => 'left' as const,
    () => 'closed' as const,
  );
}

/** Chrome puts a service worker to sleep without letting go of what it debugs; this one knows nothing of it. */
async function releaseLeftOver(): Promise<void> {
  // Fails for what others have.
  for (const { attached, tabId } of await chrome.debugger.getTargets())
    if (attached && tabId !== undefined) await chrome.debugger.detach({ tabId }).catch(() => {});
}
