import { AppError } from '../../../model/errors/errors.ts';
import { type KeptCalls, MOST_KEPT } from './kept-calls.ts';
import type { KeyedCall } from './keyed-call.ts';

interface Remembered {
  digest: string;
  reply: Promise<unknown>;
}

/**
 * The replies to calls that carried an idempotency key: the newest thousand, in memory. What such calls did is on disk:
 * after a crash the reply is made anew from that.
 */
export class RememberedReplies {
  readonly #kept: Pick<KeptCalls, 'find'>;
  readonly #replies = new Map<string, Remembered>();

  constructor(kept: Pick<KeptCalls, 'find'>) {
    this.#kept = kept;
  }

  /**
   * Performs a call once: the same call again gets the first reply, also while that is still on its way. A call that
   * failed may be tried again. Errors: `conflict` when the key came with another call before.
   */
  async once<Reply>(call: KeyedCall, perform: () => Promise<Reply>): Promise<unknown> {
    const known = this.#replies.get(call.name);
    if (known === undefined) return this.#perform(call, perform);
    this.#checkSame(call, known.digest);
    return known.reply;
  }

  #perform<Reply>(call: KeyedCall, perform: () => Promise<Reply>): Promise<Reply> {
    const reply = this.#resume(call, perform);
    this.#replies.set(call.name, { digest: call.identity.digest, reply });
    reply.catch(() => this.#replies.delete(call.name));
    const [oldest] = this.#replies.keys();
    if (this.#replies.size > MOST_KEPT && oldest !== undefined) this.#replies.delete(oldest);
    return reply;
  }

  /** Edits of the call that are on disk are not made again: it gets what they came to. */
  async #resume<Reply>(call: KeyedCall, perform: () => Promise<Reply>): Promise<Reply> {
    const kept = await this.#kept.find(call.name);
    if (kept !== undefined) {
      this.#checkSame(call, kept.digest);
      call.resume(kept.results);
    }
    return perform();
  }

  #checkSame({ name, identity }: KeyedCall, digest: string): void {
    if (digest === identity.digest) return;
    const [, key] = JSON.parse(name);
    const message = `The idempotencyKey "${key}" came with another call before; take a new key for each call.`;
    throw new AppError('conflict', message, { field: 'idempotencyKey' });
  }
}
