import type { RpcId } from './message.ts';

/** Requests of one client, as far as a service without sessions can tell clients apart. */
export interface Peer {
  actorId: string;
  /** Where it is, and what it calls itself. */
  address: string | undefined;
  userAgent: string | undefined;
}

/**
 * Requests that their clients may cancel by the id. Two clients with one token that look alike may use the same id; then
 * nothing is cancelled, since it may be the work of the other.
 */
export class CallsUnderWay {
  readonly #calls = new Map<string, Set<AbortController>>();

  /** Notes a request until it is disposed; its signal is aborted when its client cancels it. */
  begin(peer: Peer, id: RpcId): Disposable & { signal: AbortSignal } {
    const key = keyOf(peer, id);
    const controller = new AbortController();
    const alike = this.#calls.get(key) ?? new Set();
    this.#calls.set(key, alike.add(controller));
    return {
      signal: controller.signal,
      [Symbol.dispose]: () => {
        alike.delete(controller);
        if (alike.size === 0) this.#calls.delete(key);
      },
    };
  }

  cancel(peer: Peer, id: unknown): void {
    const [only, other] = this.#calls.get(keyOf(peer, id)) ?? [];
    if (other === undefined) only?.abort();
  }
}

const keyOf = ({ actorId, address = '', userAgent = '' }: Peer, id: unknown): string =>
  JSON.stringify([actorId, address, userAgent, id]);
