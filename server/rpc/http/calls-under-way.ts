import type { RpcId } from './read-message.ts';

/** Without sessions, clients can be distinguished only by these. */
export interface Peer {
  actorId: string;
  address: string | undefined;
  userAgent: string | undefined;
}

/** Two clients with one token may use the same id: then nothing is cancelled, since it may be the other's work. */
export class CallsUnderWay {
  readonly #calls = new Map<string, Set<AbortController>>();

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
