import { AppError } from '../../model/protocol/errors.ts';

interface Remembered {
  /** What the call was: tool and arguments. */
  call: string;
  reply: Promise<unknown>;
}

interface KeyedCall {
  actorId: string;
  /** Chosen by the caller, for one call and its repetitions. */
  key: string;
  tool: string;
  args: object;
}

const MOST_REMEMBERED = 1_000;

/** The same text for the same arguments, whatever the order of their names. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([left], [right]) => (left < right ? -1 : 1)))
      : item,
  );

/** The replies to calls that carried an idempotency key: the newest thousand, in memory. */
export class RememberedReplies {
  readonly #replies = new Map<string, Remembered>();

  /**
   * Performs a call once: the same call again gets the first reply, also while that is still on its way. A call that
   * failed may be tried again. Errors: `conflict` when the key came with another call before.
   */
  async once<Reply>({ actorId, key, tool, args }: KeyedCall, perform: () => Promise<Reply>): Promise<unknown> {
    const name = JSON.stringify([actorId, key]);
    const call = `${tool} ${canonical(args)}`;
    const known = this.#replies.get(name);
    if (known === undefined) return this.#perform(name, call, perform);
    if (known.call === call) return known.reply;
    const message = `The idempotencyKey "${key}" came with another call before; take a new key for each call.`;
    throw new AppError('conflict', message, { field: 'idempotencyKey' });
  }

  #perform<Reply>(name: string, call: string, perform: () => Promise<Reply>): Promise<Reply> {
    const reply = perform();
    this.#replies.set(name, { call, reply });
    reply.catch(() => this.#replies.delete(name));
    const [oldest] = this.#replies.keys();
    if (this.#replies.size > MOST_REMEMBERED && oldest !== undefined) this.#replies.delete(oldest);
    return reply;
  }
}
