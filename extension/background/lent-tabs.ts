import type { ExtensionNotice } from '../../model/protocol/channel/extension.ts';
import { isForPages, refusalOf } from './allowed-commands.ts';

type Tell = (notice: ExtensionNotice) => void;

const PROTOCOL_VERSION = '1.3';

/** The tabs that a person has lent, and those that these opened. Nothing is done in any other. */
export class LentTabs {
  readonly #tell: Tell;
  readonly #lent = new Set<number>();
  readonly #attached = new Set<number>();
  readonly #released = releaseLeftOver();
  /** Whether a tab is being opened that will be answered with, not told of. */
  #isOpening = false;

  constructor(tell: Tell) {
    this.#tell = tell;
    chrome.debugger.onEvent.addListener(({ tabId, sessionId }, method, params = {}) => {
      if (tabId === undefined || !this.#attached.has(tabId)) return;
      const told = { tabId, ...(sessionId === undefined ? {} : { sessionId }), method, params: { ...params } };
      tell({ method: 'cdp/event', params: told });
    });
    chrome.debugger.onDetach.addListener(({ tabId }, reason) => {
      if (tabId === undefined || !this.#attached.delete(tabId)) return;
      this.#lent.delete(tabId);
      tell({ method: 'tab/gone', params: { tabId, reason: reason === 'target_closed' ? 'closed' : 'cancelled' } });
    });
    chrome.tabs.onCreated.addListener(({ id, openerTabId }) => {
      if (id === undefined || openerTabId === undefined || this.#isOpening || !this.#attached.has(openerTabId)) return;
      this.#lent.add(id);
      tell({ method: 'tab/opened', params: { tabId: id, openerId: openerTabId } });
    });
  }

  /** Called when a person says so. Chrome draws only what is in front, so that the tab gets a window of its own. */
  async lend(tabId: number): Promise<void> {
    await this.#released;
    const { windowId } = await chrome.tabs.get(tabId);
    const beside = await chrome.tabs.query({ windowId });
    if (beside.length > 1) await chrome.windows.create({ tabId, focused: true });
    this.#lent.add(tabId);
  }

  async attach(tabId: number): Promise<object> {
    this.#requireLent(tabId);
    await chrome.debugger.attach({ tabId }, PROTOCOL_VERSION);
    this.#attached.add(tabId);
    const answer = await chrome.debugger.sendCommand({ tabId }, 'Target.getTargetInfo');
    const info: unknown = answer === undefined ? undefined : Reflect.get(answer, 'targetInfo');
    if (typeof info !== 'object' || info === null) throw new Error('Chrome tells nothing of the tab.');
    return info;
  }

  async send({
    tabId,
    sessionId,
    method,
    params,
  }: { tabId: number; sessionId?: string | undefined } & TabCommand): Promise<object> {
    const refusal = refusalOf(method, params);
    if (refusal !== undefined) throw new Error(refusal);
    if (!this.#attached.has(tabId)) throw new Error('The tab is not lent.');
    return (await chrome.debugger.sendCommand({ tabId, sessionId }, method, params)) ?? {};
  }

  async open(openerTabId: number, url: string): Promise<number> {
    this.#requireLent(openerTabId);
    if (!isForPages(url)) throw new Error('The extension opens only pages of the web.');
    this.#isOpening = true;
    try {
      const { id } = await chrome.tabs.create({ url, openerTabId });
      if (id === undefined) throw new Error('Chrome opened no tab.');
      this.#lent.add(id);
      return id;
    } finally {
      this.#isOpening = false;
    }
  }

  async close(tabId: number): Promise<void> {
    this.#requireLent(tabId);
    await chrome.tabs.remove(tabId);
  }

  /** Lets go of a tab; it stays as it is. Told only where the person did it. */
  async giveBack(tabId: number, by: 'service' | 'person'): Promise<void> {
    this.#lent.delete(tabId);
    if (!this.#attached.delete(tabId)) return;
    if (by === 'person') this.#tell({ method: 'tab/gone', params: { tabId, reason: 'given-back' } });
    await chrome.debugger.detach({ tabId }).catch(() => {});
  }

  async giveAllBack(): Promise<void> {
    await Promise.all([...this.#lent].map(tabId => this.giveBack(tabId, 'service')));
  }

  #requireLent(tabId: number): void {
    if (!this.#lent.has(tabId)) throw new Error('The tab is not lent.');
  }
}

/** Chrome puts a service worker to sleep without letting go of what it debugs; this one knows nothing of it. */
async function releaseLeftOver(): Promise<void> {
  // Fails for what others have.
  for (const { attached, tabId } of await chrome.debugger.getTargets())
    if (attached && tabId !== undefined) await chrome.debugger.detach({ tabId }).catch(() => {});
}

interface TabCommand {
  method: string;
  params: Readonly<Record<string, unknown>>;
}
