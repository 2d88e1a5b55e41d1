import { CLOSE_CODES } from '../../model/protocol/channel/close-codes.ts';
import {
  EXTENSION_PROTOCOL,
  EXTENSION_REQUESTS,
  type ExtensionNotice,
  type ServiceNotice,
  TAB_REQUESTS,
} from '../../model/protocol/channel/extension.ts';
import type { PairingState, PickingState } from '../messages.ts';
import { type KeptPairing, pairingIdOf } from './kept-pairings.ts';
import type { Borrower, LentTabs } from './lent-tabs.ts';
import { readPick } from './picked.ts';
import { ServiceSocket } from './service-socket.ts';

const FIRST_RETRY_MS = 500;
/** By then a service that opens the app window has done so, or has failed. */
const LEND_LIMIT_MS = 60_000;
/** Somebody who starts the service again has the tab a few seconds later. */
const LAST_RETRY_MS = 4_000;

interface PairingConnectionOptions {
  pairing: KeptPairing;
  tabs: LentTabs;
  onChange(): void;
  onOrigins(origins: readonly string[]): void;
  /** The service knows nothing of the pairing any more. */
  onRevoked(): void;
}

/** The connection to one project, by what it was paired with: made anew whenever it breaks. */
export class ServiceConnection implements Borrower {
  readonly #options: PairingConnectionOptions;
  #state: PairingState;
  /** Those that the person lent: by what this browser knows, whatever the service says. */
  readonly #lent = new Set<number>();
  #socket: ServiceSocket | undefined;
  #isEnding = false;
  #retryMs = FIRST_RETRY_MS;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PairingConnectionOptions) {
    this.#options = options;
    const { address, project } = options.pairing;
    this.#state = { pairingId: pairingIdOf(options.pairing), address, project, status: 'connecting', lent: [] };
  }

  get state(): PairingState {
    return this.#state;
  }

  /** Idempotent. */
  resume(): void {
    if (this.#socket !== undefined) return;
    clearTimeout(this.#retry);
    const { address, credential } = this.#options.pairing;
    const socket: ServiceSocket = new ServiceSocket({
      address,
      proof: credential,
      onRequest: (method, params) => this.#perform(method, params),
      onNotice: notice => this.#notice(notice),
      onOpen: () => void this.#hello(socket).catch(() => socket.close()),
      onClose: code => {
        if (this.#socket === socket) void this.#closed(code);
      },
    });
    this.#socket = socket;
  }

  notify(notice: ExtensionNotice): void {
    this.#socket?.notify(notice);
    if (notice.method === 'tab/gone') this.#noteLent(() => this.#lent.delete(notice.params.tabId));
  }

  /** Ends it for good; the tabs are given back. */
  async drop(): Promise<void> {
    clearTimeout(this.#retry);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
    await this.#options.tabs.giveAllBack(this);
  }

  /** Has the service revoke it too, if that can be reached. */
  async unpair(): Promise<void> {
    this.#isEnding = true;
    const unpairing = this.#state.status === 'connected' ? this.#socket?.ask('extension/unpair', {}) : undefined;
    await unpairing?.catch(() => {});
    await this.drop();
  }

  async lend(tabId: number): Promise<void> {
    const socket = this.#required();
    await this.#options.tabs.lend(tabId, this);
    try {
      await inTime(socket.ask('tab/lend', { tabId }));
    } catch (error) {
      await this.#giveBack(tabId);
      throw error;
    }
    if (this.#options.tabs.isLentTo(tabId, this)) this.#noteLent(() => this.#lent.add(tabId));
  }

  async call(name: string, args: Readonly<Record<string, unknown>>): Promise<unknown> {
    return await this.#required().ask('tools/call', { name, arguments: args });
  }

  /** Lets the person point at an element of a lent tab; what it is comes with the state. */
  pick(): void {
    const socket = this.#required();
    const report = (picking: PickingState) => this.#change({ picking });
    report({ isUnderWay: true, locators: [] });
    const answer = socket.ask('tools/call', { name: 'pickElement', arguments: {} });
    void readPick(answer).then(picking => this.#socket === socket && report(picking));
  }

  cancelPick(): void {
    this.#required().notify({ method: 'tools/cancel' });
  }

  #required(): ServiceSocket {
    if (this.#socket === undefined || this.#state.status !== 'connected') throw new Error('Steploom is not connected.');
    return this.#socket;
  }

  #change(change: Partial<PairingState>): void {
    this.#state = { ...this.#state, ...change };
    this.#options.onChange();
  }

  #noteLent(change: () => unknown): void {
    change();
    this.#change({ lent: [...this.#lent] });
  }

  async #attach(tabId: number): Promise<object> {
    try {
      return await this.#options.tabs.attach(tabId, this);
    } finally {
      if (!this.#options.tabs.isLentTo(tabId, this)) this.#noteLent(() => this.#lent.delete(tabId));
    }
  }

  async #giveBack(tabId: number): Promise<void> {
    await this.#options.tabs.giveBack(tabId, this);
    this.#noteLent(() => this.#lent.delete(tabId));
  }

  async #hello(socket: ServiceSocket): Promise<void> {
    const answer = await sayHello(socket);
    this.#retryMs = FIRST_RETRY_MS;
    this.#options.onOrigins(answer.origins);
    const status = answer.protocol === EXTENSION_PROTOCOL ? 'connected' : 'wrong-version';
    this.#change({ status, project: answer.project, release: answer.release });
  }

  async #closed(code: number): Promise<void> {
    this.#socket = undefined;
    await this.#options.tabs.giveAllBack(this);
    this.#lent.clear();
    if (this.#isEnding) return;
    if (code === CLOSE_CODES.signedOut) {
      this.#options.onRevoked();
      return;
    }
    this.#change({ status: 'away', lent: [], picking: undefined, recording: undefined });
    this.#retry = setTimeout(() => this.resume(), this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
  }

  #notice(notice: ServiceNotice): void {
    if (notice.method === 'project/changed') {
      const { projectId } = this.#options.pairing.project;
      this.#change({ project: { ...notice.params.project, projectId } });
      return;
    }
    if (notice.method === 'recording/changed') {
      this.#change({ recording: notice.params.recording });
      return;
    }
    // What the service no longer uses is given back; what it has, this browser knows itself.
    const unused = [...this.#lent].filter(tabId => !notice.params.lent.includes(tabId));
    for (const tabId of unused) void this.#giveBack(tabId);
  }

  async #perform(method: string, params: unknown): Promise<unknown> {
    const { tabs } = this.#options;
    if (method === 'cdp/send') return await tabs.send(TAB_REQUESTS[method].params.parse(params), this);
    if (method === 'tab/attach') return await this.#attach(TAB_REQUESTS[method].params.parse(params).tabId);
    if (method === 'tab/open') {
      const { openerId, url } = TAB_REQUESTS[method].params.parse(params);
      return { tabId: await tabs.open(openerId, url, this) };
    }
    if (method === 'tab/close') await tabs.close(TAB_REQUESTS[method].params.parse(params).tabId, this);
    else if (method === 'tab/detach') await this.#giveBack(TAB_REQUESTS[method].params.parse(params).tabId);
    else throw new Error(`No method ${method}.`);
    return {};
  }
}

async function inTime(answer: Promise<unknown>): Promise<void> {
  let late: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    late = setTimeout(() => reject(new Error('Steploom did not take the tab in time.')), LEND_LIMIT_MS);
  });
  await Promise.race([answer, limit]).finally(() => clearTimeout(late));
}

/** Tells who this is; the service tells the same of itself. */
export async function sayHello(socket: ServiceSocket) {
  const { version: release } = chrome.runtime.getManifest();
  const about = { protocol: EXTENSION_PROTOCOL, release, userAgent: navigator.userAgent };
  return EXTENSION_REQUESTS['extension/hello'].result.parse(await socket.ask('extension/hello', about));
}
