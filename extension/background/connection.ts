import { z } from 'zod';
import { CLOSE_CODES } from '../../model/protocol/channel/close-codes.ts';
import {
  EXTENSION_PROTOCOL,
  EXTENSION_REQUESTS,
  type ServiceNotice,
  TAB_REQUESTS,
} from '../../model/protocol/channel/extension.ts';
import type { PairingState, PickingState } from '../messages.ts';
import { LentTabs } from './lent-tabs.ts';
import { readPick } from './picked.ts';
import { ServiceSocket } from './service-socket.ts';

const Kept = z.object({ address: z.string().optional(), credential: z.string().optional() });

/** Chrome makes a host of nearly anything. */
const ADDRESS = /^https?:\/\/[\w.:[\]-]+$/;

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 15_000;

const NOT_PAIRED: PairingState = { status: 'not-paired', projects: [], lent: [] };

/** The connection to the service that this browser is paired with: made anew whenever it breaks. */
export class ServiceConnection {
  readonly #onChange: (state: PairingState) => void;
  readonly #tabs = new LentTabs(notice => this.#socket?.tell(notice));
  #state: PairingState = NOT_PAIRED;
  #socket: ServiceSocket | undefined;
  #retryMs = FIRST_RETRY_MS;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(onChange: (state: PairingState) => void) {
    this.#onChange = onChange;
  }

  get state(): PairingState {
    return this.#state;
  }

  /** Begins with what was kept of the pairing, unless it is connected or on its way; then the state tells of it. */
  async resume(): Promise<void> {
    const { address, credential } = Kept.parse(await chrome.storage.local.get(['address', 'credential']));
    if (this.#socket !== undefined || address === undefined || credential === undefined) return;
    clearTimeout(this.#retry);
    this.#connect(address, credential, false).catch(() => {});
  }

  /** Errors: in plain words. */
  async pair(given: string, code: string): Promise<void> {
    const address = URL.parse(given.includes('://') ? given : `http://${given}`)?.origin;
    if (address === undefined || !ADDRESS.test(address))
      throw new Error('That is no address: it looks like http://127.0.0.1:4620.');
    this.#drop();
    await this.#connect(address, code.trim().toUpperCase(), true);
  }

  async unpair(): Promise<void> {
    this.#drop();
    await this.#tabs.giveAllBack();
    await chrome.storage.local.remove(['credential']);
    this.#change({ ...NOT_PAIRED, address: this.#state.address });
  }

  async lend(tab: { projectId: string; tabId: number; title: string }): Promise<void> {
    const socket = this.#required();
    await this.#tabs.lend(tab.tabId);
    try {
      await socket.ask('tab/lend', tab);
    } catch (error) {
      await this.#tabs.giveBack(tab.tabId, 'service');
      throw error;
    }
  }

  async giveBack(tabId: number): Promise<void> {
    await this.#tabs.giveBack(tabId, 'person');
  }

  async call(name: string, args: Readonly<Record<string, unknown>>): Promise<unknown> {
    return await this.#required().ask('tools/call', { name, arguments: args });
  }

  /** Lets the person point at an element of a lent tab; what it is comes with the state. */
  async pick(projectId: string): Promise<void> {
    const socket = this.#required();
    const tell = (picking: PickingState) => this.#change({ ...this.#state, picking });
    tell({ projectId, isUnderWay: true, locators: [] });
    const answer = socket.ask('tools/call', { name: 'pickElement', arguments: { projectId } });
    void readPick(projectId, answer).then(picking => this.#socket === socket && tell(picking));
  }

  cancelPick(): void {
    this.#required().tell({ method: 'tools/cancel' });
  }

  #required(): ServiceSocket {
    if (this.#socket === undefined || this.#state.status !== 'connected') throw new Error('Steploom is not connected.');
    return this.#socket;
  }

  #change(state: PairingState): void {
    this.#state = state;
    this.#onChange(state);
  }

  #drop(): void {
    clearTimeout(this.#retry);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  /** Resolves once the service has answered; a pairing that fails is an error. */
  #connect(address: string, proof: string, isPairing: boolean): Promise<void> {
    if (isPairing || this.#state.status === 'not-paired')
      this.#change({ ...NOT_PAIRED, status: 'connecting', address });
    return new Promise((resolve, reject) => {
      const socket: ServiceSocket = new ServiceSocket({
        address,
        proof,
        onRequest: (method, params) => this.#perform(method, params),
        onNotice: notice => this.#notice(notice),
        onOpen: () => {
          this.#hello(socket, address).then(resolve, () => {});
        },
        onClose: code => {
          if (this.#socket === socket) void this.#closed({ code, address, isPairing }).then(reject);
        },
      });
      this.#socket = socket;
    });
  }

  async #hello(socket: ServiceSocket, address: string): Promise<void> {
    const { version: release } = chrome.runtime.getManifest();
    const about = { protocol: EXTENSION_PROTOCOL, release, userAgent: navigator.userAgent };
    const answer = EXTENSION_REQUESTS['extension/hello'].result.parse(await socket.ask('extension/hello', about));
    if (answer.credential !== undefined) await chrome.storage.local.set({ address, credential: answer.credential });
    this.#retryMs = FIRST_RETRY_MS;
    const status = answer.protocol === EXTENSION_PROTOCOL ? 'connected' : 'wrong-version';
    this.#change({ status, address, projects: answer.projects, lent: [], release: answer.release });
  }

  async #closed({ code, address, isPairing }: { code: number; address: string; isPairing: boolean }): Promise<Error> {
    this.#socket = undefined;
    await this.#tabs.giveAllBack();
    const isRefused = code === CLOSE_CODES.signedOut;
    if (isRefused) await chrome.storage.local.remove(['credential']);
    const problem = problemOf({ isRefused, isPairing: isPairing && this.#state.status === 'connecting', address });
    const { credential } = Kept.parse(await chrome.storage.local.get(['credential']));
    if (credential === undefined) this.#change({ ...NOT_PAIRED, address, problem });
    else {
      this.#change({ ...NOT_PAIRED, status: 'away', address });
      this.#retry = setTimeout(() => void this.resume(), this.#retryMs);
      this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
    }
    return new Error(problem);
  }

  #notice(notice: ServiceNotice): void {
    this.#change({ ...this.#state, ...notice.params });
  }

  async #perform(method: string, params: unknown): Promise<unknown> {
    const tabs = this.#tabs;
    if (method === 'cdp/send') return await tabs.send(TAB_REQUESTS[method].params.parse(params));
    if (method === 'tab/attach') return await tabs.attach(TAB_REQUESTS[method].params.parse(params).tabId);
    if (method === 'tab/open') {
      const { openerId, url } = TAB_REQUESTS[method].params.parse(params);
      return { tabId: await tabs.open(openerId, url) };
    }
    if (method === 'tab/close') await tabs.close(TAB_REQUESTS[method].params.parse(params).tabId);
    else if (method === 'tab/detach') await tabs.giveBack(TAB_REQUESTS[method].params.parse(params).tabId, 'service');
    else throw new Error(`No method ${method}.`);
    return {};
  }
}

function problemOf({ isRefused, isPairing, address }: { isRefused: boolean; isPairing: boolean; address: string }) {
  if (!isRefused) return `Steploom does not answer at ${address}. Is it running there?`;
  return isPairing
    ? 'The code is wrong, was used already, or is too old. Get a new one in Steploom.'
    : 'Steploom is no longer paired with this browser. Get a new code in Steploom.';
}
