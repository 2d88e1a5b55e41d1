/** Lets a client that speaks MCP over standard input and output talk to the service: one JSON text a line, both ways. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type AppError, ERRORS } from '../../model/errors/errors.ts';
import type { ReachedServer } from '../process/ask-server.ts';
import { untilAborted } from '../process/until-aborted.ts';
import { faultReply } from '../rpc/http/answer.ts';
import { type Outline, outlineOf } from './message-headers.ts';
import { isRefused, postMessage } from './post-message.ts';

interface StdioBridgeOptions {
  /** Lines of the client. */
  lines: AsyncIterable<string>;
  /** Sends a line to the client. */
  send(line: string): void;
  /** Tells people of trouble that the client has no request for. */
  notify(text: string): void;
  token: string;
  /** Which tools are listed, as `?tools=` has it over HTTP. */
  tools?: string | undefined;
  /** Where the service is; asked again when nobody listens there any more. */
  findService(): Promise<ReachedServer>;
  /** Ends the bridge, whatever is under way. */
  signal: AbortSignal;
  /** How long calls may still take once the client has closed its end. Default: 5 s. */
  finishMs?: number;
}

const FINISH_MS = 5_000;

const Agreed = z.object({ result: z.object({ protocolVersion: z.string() }) });
const Reply = z.looseObject({ jsonrpc: z.literal('2.0') });

const INTERNAL = -32603;

/**
 * Serves until the client closes its end, by which it says that it leaves: what is short is finished, what lasts longer
 * is cancelled as by any client that goes away. Ends at once when the signal says so.
 */
export async function serveStdio(options: StdioBridgeOptions): Promise<void> {
  await Promise.race([new StdioBridge(options).serve(), untilAborted(options.signal)]);
}

type RefusedClient = Pick<StdioBridgeOptions, 'lines' | 'send' | 'signal'>;

/** Answers the first request with why nothing can be served: of a program that only ends, hosts show no more than that. */
export async function refuseStdio(
  { lines, send, signal }: RefusedClient,
  { kind, message, detail }: AppError,
): Promise<void> {
  const refuse = async () => {
    for await (const line of lines) {
      const { id } = outlineOf(line, undefined);
      if (id === undefined) continue;
      const data = { reason: kind, next: detail.next };
      send(JSON.stringify(faultReply(id, { code: ERRORS[kind].code, message, data })));
      return;
    }
  };
  await Promise.race([refuse(), untilAborted(signal)]);
}

class StdioBridge {
  readonly #options: StdioBridgeOptions;
  /** Tells its requests from those of others with the same token, so that it cancels its own. */
  readonly #name = `steploom-mcp/${randomUUID()}`;
  /** Aborted when the client has left and what was under way had its time. */
  readonly #left = new AbortController();
  readonly #underWay = new Map<string | number, AbortController>();
  /** What `initialize` agreed on; clients of 2026-07-28 say theirs in each message instead. */
  #revision: string | undefined;

  constructor(options: StdioBridgeOptions) {
    this.#options = options;
  }

  async serve(): Promise<void> {
    const forwarding = new Set<Promise<void>>();
    for await (const line of this.#options.lines) {
      if (line.trim() === '') continue;
      const work = this.#take(line).finally(() => forwarding.delete(work));
      forwarding.add(work);
    }
    const timer = setTimeout(() => this.#left.abort(), this.#options.finishMs ?? FINISH_MS);
    await Promise.all(forwarding);
    clearTimeout(timer);
  }

  async #take(line: string): Promise<void> {
    const outline = outlineOf(line, this.#revision);
    // The client wants no answer to it any more; the service is notified as well.
    if (outline.cancels !== undefined) this.#underWay.get(outline.cancels)?.abort();
    const cancelled = new AbortController();
    const { id } = outline;
    if (id !== undefined) this.#underWay.set(id, cancelled);
    const signal = AbortSignal.any([this.#options.signal, this.#left.signal, cancelled.signal]);
    try {
      await this.#forward(line, outline, signal);
    } catch (error) {
      if (!signal.aborted) this.#explain(outline, error);
    } finally {
      if (id !== undefined) this.#underWay.delete(id);
    }
  }

  async #forward(body: string, outline: Outline, signal: AbortSignal): Promise<void> {
    const { token, tools, findService } = this.#options;
    const { headers } = outline;
    const post = async () => {
      const own = { ...headers, 'User-Agent': this.#name };
      for await (const text of postMessage({ server: await findService(), token, tools, headers: own, body, signal }))
        this.#answer(text, outline);
    };
    try {
      await post();
    } catch (error) {
      if (!isRefused(error)) throw error;
      await post();
    }
  }

  #answer(text: string, { id, method }: Outline): void {
    const reply: unknown = JSON.parse(text);
    if (method === 'initialize')
      this.#revision = Agreed.safeParse(reply).data?.result.protocolVersion ?? this.#revision;
    const { data: single } = Reply.safeParse(reply);
    // A refusal before the message was read carries no id; the client waits for the one it sent.
    if (single?.id === null && id !== undefined) this.#options.send(JSON.stringify({ ...single, id }));
    // Notifications have no answer.
    else if (single?.id === null && method !== undefined) this.#options.notify(`${method} was refused: ${text}`);
    else this.#options.send(JSON.stringify(reply));
  }

  #explain({ id, method = 'A message' }: Outline, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `${method} did not reach Steploom: ${reason}`;
    this.#options.notify(message);
    if (id === undefined) return;
    this.#options.send(JSON.stringify({ jsonrpc: '2.0', id, error: { code: INTERNAL, message } }));
  }
}
