import { z } from 'zod';
import type { ExtensionNotice } from '../../model/protocol/channel/extension.ts';
import { refusalOf } from './allowed-commands.ts';
import { AnnouncedWindows } from './announced-windows.ts';
import { isForPages, whyNotLent } from './lendable.ts';
import { followDownload } from './lent-downloads.ts';

/** Who tabs are lent to: the service by one pairing. */
export interface Borrower {
  notify(notice: ExtensionNotice): void;
}

interface LentTabsOptions {
  /** Origins of Steploom itself. */
  own(): readonly string[];
}

interface TabCommand {
  tabId: number;
  sessionId?: string | undefined;
  method: string;
  params: Readonly<Record<string, unknown>>;
}

const PROTOCOL_VERSION = '1.3';
/** What Chrome tells of a tab that is debugged. */
const DebuggedTarget = z.looseObject({ targetId: z.string(), url: z.string(), openerId: z.string().optional() });
type DebuggedTarget = z.infer<typeof DebuggedTarget>;
const Target = z.object({ targetInfo: DebuggedTarget });

const NOT_LENT = 'The tab is not lent.';

/** The tabs that a person has lent, and those that these opened. Nothing is done in any other. */
export class LentTabs {
  readonly #options: LentTabsOptions;
  readonly #lent = new Map<number, Borrower>();
  readonly #attached = new Map<number, DebuggedTarget>();
  readonly #announced = new AnnouncedWindows();
  readonly #released = releaseLeftOver();
  /** Whether a tab is being opened for a reply, which is then not announced. */
  #isOpening = false;

  constructor(options: LentTabsOptions) {
    this.#options = options;
    chrome.debugger.onEvent.addListener(({ tabId, sessionId }, method, params = {}) => {
      if (tabId !== undefined && this.#attached.has(tabId))
        this.#event({ tabId, sessionId, method, params: { ...params } });
    });
    chrome.debugger.onDetach.addListener(({ tabId }, reason) => {
      if (tabId !== undefined && this.#attached.has(tabId)) void this.#detached(tabId, reason);
    });
    chrome.tabs.onCreated.addListener(({ id }) => {
      if (id !== undefined && this.#attached.size > 0 && !this.#isOpening) this.#created(id).catch(() => {});
    });
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

  async attach(tabId: number, borrower: Borrower): Promise<object> {
    this.#requireLent(tabId, borrower);
    const info = this.#attached.get(tabId) ?? (await attachTo(tabId));
    this.#attached.set(tabId, info);
    // What Chrome does not tell of a tab beforehand, it tells now.
    const refusal = whyNotLent(info.url, this.#options.own());
    if (refusal !== undefined) {
      await this.#letGo(tabId);
      throw new Error(refusal);
    }
    return info;
  }

  async send({ tabId, sessionId, method, params }: TabCommand, borrower: Borrower): Promise<object> {
    const refusal = refusalOf(method, params, this.#options.own());
    if (refusal !== undefined) throw new Error(refusal);
    if (!this.#attached.has(tabId) || this.#lent.get(tabId) !== borrower) throw new Error(NOT_LENT);
    return (await chrome.debugger.sendCommand({ tabId, sessionId }, method, params)) ?? {};
  }

  async open(openerTabId: number, url: string, borrower: Borrower): Promise<number> {
    this.#requireLent(openerTabId, borrower);
    if (!isForPages(url)) throw new Error('The extension opens only pages of the web.');
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
   * What the page of a lent tab opened is lent with it. Chrome calls the tab in front the opener also of what a person
   * opens; the page alone announces its own, and the target names it.
   */
  async #created(tabId: number): Promise<void> {
    if (!(await this.#announced.isNear())) return;
    const info = await attachTo(tabId);
    const [openerId] = [...this.#attached].find(([, { targetId }]) => targetId === info.openerId) ?? [];
    const borrower = openerId === undefined ? undefined : this.#lent.get(openerId);
    if (openerId === undefined || borrower === undefined) {
      await chrome.debugger.detach({ tabId });
      return;
    }
    this.#attached.set(tabId, info);
    this.#lent.set(tabId, borrower);
    borrower.notify({ method: 'tab/opened', params: { tabId, openerId } });
  }

  #event({ tabId, sessionId, method, params }: TabCommand): void {
    const borrower = this.#lent.get(tabId);
    const event = { tabId, ...(sessionId === undefined ? {} : { sessionId }), method, params };
    borrower?.notify({ method: 'cdp/event', params: event });
    if (method === 'Page.windowOpen') this.#announced.announce();
    if (method === 'Page.downloadWillBegin') void this.#download(tabId, params, borrower);
    const reason = sessionId === undefined ? this.#endBy(method, params) : undefined;
    if (reason === undefined) return;
    void this.#letGo(tabId);
    borrower?.notify({ method: 'tab/gone', params: { tabId, reason } });
  }

  async #download(
    tabId: number,
    begun: Readonly<Record<string, unknown>>,
    borrower: Borrower | undefined,
  ): Promise<void> {
    const found = await followDownload(begun);
    if (found !== undefined && borrower !== undefined && this.#lent.get(tabId) === borrower)
      borrower.notify({ method: 'tab/downloaded', params: { tabId, ...found } });
  }

  /** Why a tab is no longer lent after an event. */
  #endBy(method: string, { frame }: Readonly<Record<string, unknown>>): 'crashed' | 'left' | undefined {
    if (method === 'Inspector.targetCrashed') return 'crashed';
    if (method !== 'Page.frameNavigated' || typeof frame !== 'object' || frame === null) return undefined;
    if (Reflect.get(frame, 'parentId') !== undefined) return undefined;
    return whyNotLent(String(Reflect.get(frame, 'url')), this.#options.own()) === undefined ? undefined : 'left';
  }

  async #detached(tabId: number, reason: string): Promise<void> {
    const borrower = this.#lent.get(tabId);
    this.#attached.delete(tabId);
    this.#lent.delete(tabId);
    borrower?.notify({ method: 'tab/gone', params: { tabId, reason: await goneBy(tabId, reason) } });
  }

  async #letGo(tabId: number): Promise<void> {
    this.#lent.delete(tabId);
    if (this.#attached.delete(tabId)) await chrome.debugger.detach({ tabId }).catch(() => {});
  }

  #requireLent(tabId: number, borrower: Borrower): void {
    if (this.#lent.get(tabId) !== borrower) throw new Error(NOT_LENT);
  }
}

async function attachTo(tabId: number): Promise<DebuggedTarget> {
  await chrome.debugger.attach({ tabId }, PROTOCOL_VERSION);
  return Target.parse(await chrome.debugger.sendCommand({ tabId }, 'Target.getTargetInfo')).targetInfo;
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
