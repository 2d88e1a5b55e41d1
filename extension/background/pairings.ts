import type { WorkerState } from '../messages.ts';
import {
  forgetPairing,
  type KeptPairing,
  keepOrigins,
  keepPairing,
  pairingIdOf,
  readPairings,
} from './kept-pairings.ts';
import { LentTabs } from './lent-tabs.ts';
import { redeemCode } from './redeem-code.ts';
import { ServiceConnection } from './service-connection.ts';

/** More than a service has names. */
const MOST_ORIGINS = 20;
const LONGEST_ORIGIN = 300;

const isOrigin = (text: string): boolean =>
  text.length <= LONGEST_ORIGIN && /^https?:$/.test(URL.parse(text)?.protocol ?? '');

/** All projects that this browser is paired with, and the tabs that are lent to them. */
export class Pairings {
  readonly #onChange: (state: WorkerState) => void;
  readonly #connections = new Map<string, ServiceConnection>();
  /** Of each service its own, and what it is paired at: none can take those of another away. */
  readonly #origins = new Map<string, readonly string[]>();
  readonly #tabs = new LentTabs({ own: () => this.#own() });
  #problem: string | undefined;

  constructor(onChange: (state: WorkerState) => void) {
    this.#onChange = onChange;
  }

  get state(): WorkerState {
    const pairings = [...this.#connections.values()].map(({ state }) => state);
    const problem = this.#problem === undefined ? {} : { problem: this.#problem };
    return { pairings, origins: this.#own(), ...problem };
  }

  /** Begins with what was kept; whatever is away is tried again at once. */
  async resume(): Promise<void> {
    for (const pairing of await readPairings()) this.#connect(pairing);
  }

  /** Errors: in plain words. */
  async pair(code: string): Promise<void> {
    const pairing = await redeemCode(code);
    this.#problem = undefined;
    await this.#connections.get(pairingIdOf(pairing))?.unpair();
    this.#connections.delete(pairingIdOf(pairing));
    await keepPairing(pairing);
    this.#connect(pairing);
    this.#changed();
  }

  async unpair(pairingId: string): Promise<void> {
    this.#problem = undefined;
    await this.#required(pairingId).unpair();
    await this.#forget(pairingId);
  }

  async lend(pairingId: string, tabId: number): Promise<void> {
    await this.#required(pairingId).lend(tabId);
  }

  async takeBack(tabId: number): Promise<void> {
    await this.#tabs.takeBack(tabId);
  }

  pick(pairingId: string): void {
    this.#required(pairingId).pick();
  }

  cancelPick(pairingId: string): void {
    this.#required(pairingId).cancelPick();
  }

  async call(pairingId: string, name: string, args: Readonly<Record<string, unknown>>): Promise<unknown> {
    return await this.#required(pairingId).call(name, args);
  }

  #required(pairingId: string): ServiceConnection {
    const connection = this.#connections.get(pairingId);
    if (connection === undefined) throw new Error('This browser is not paired with that project.');
    return connection;
  }

  #connect(pairing: KeptPairing): void {
    const pairingId = pairingIdOf(pairing);
    const known = this.#connections.get(pairingId);
    if (known === undefined) this.#origins.set(pairingId, [pairing.address, ...(pairing.origins ?? [])]);
    const connection =
      known ??
      new ServiceConnection({
        pairing,
        tabs: this.#tabs,
        onChange: () => this.#changed(),
        onOrigins: origins => void this.#keepOrigins(pairing, origins).catch(() => {}),
        onRevoked: () => void this.#revoked(pairingId),
      });
    this.#connections.set(pairingId, connection);
    connection.resume();
  }

  #own(): string[] {
    return [...new Set([...this.#origins.values()].flat())];
  }

  async #keepOrigins(pairing: KeptPairing, told: readonly string[]): Promise<void> {
    const pairingId = pairingIdOf(pairing);
    if (!this.#connections.has(pairingId)) return;
    const origins = told.filter(isOrigin).slice(0, MOST_ORIGINS);
    this.#origins.set(pairingId, [pairing.address, ...origins]);
    await Promise.all([keepOrigins(pairingId, origins), this.#tabs.guardAnew()]);
  }

  async #revoked(pairingId: string): Promise<void> {
    const name = this.#connections.get(pairingId)?.state.project.name ?? '';
    this.#problem = `“${name}” is no longer paired with this browser: that was revoked. Get a new code in Steploom.`;
    await this.#forget(pairingId);
  }

  async #forget(pairingId: string): Promise<void> {
    this.#connections.delete(pairingId);
    this.#origins.delete(pairingId);
    await forgetPairing(pairingId);
    this.#changed();
  }

  #changed(): void {
    this.#onChange(this.state);
  }
}
