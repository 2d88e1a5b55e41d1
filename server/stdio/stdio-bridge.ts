/** Connects an MCP client on standard input and output with the service: one JSON text per line, both ways. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type AppError, ERRORS } from '../../model/errors/errors.ts';
import { timeoutSignal } from '../../model/errors/timeout-signal.ts';
import type { ReachedServer } from '../process/ask-server.ts';
import { untilAborted } from '../process/until-aborted.ts';
import { faultReply } from '../rpc/http/answer.ts';
import { type Outline, outlineOf } from './message-headers.ts';
import { endSession, isRefused, postMessage } from './post-message.ts';

interface StdioBridgeOptions {
  lines: AsyncIterable<string>;
  send(line: string): void;
  /** Reports errors that belong to no request of the client. */
  log(text: string): void;
  token: string;
  /** As `?tools=` over HTTP. */
  tools?: string | undefined;
  /** Called again when the address refuses connections. */
  findService(): Promise<ReachedServer>;
  signal: AbortSignal;
  /** How long calls may take after the client has closed its end. Default: 5 s. */
  finishMs?: number;
}

const FINISH_MS = 5_000;
const LEAVE_LIMIT_MS = 3_000;

const Agreed = z.object({ result: z.object({ protocolVersion: z.string() }) });
const Reply = z.looseObject({ jsonrpc: z.literal('2.0') });

const INTERNAL = -32603;

/** Ends when the client closes its end: short calls are finished, longer ones cancelled. Ends at once on abort. */
export async function serveStdio(options: StdioBridgeOptions): Promise<void> {
  await Promise.race([new StdioBridge(options).serve(), untilAborted(options.signal)]);
}

type RefusedClient = Pick<StdioBridgeOptions, 'lines' | 'send' | 'signal'>;

/** Answers the first request with the reason: of a program that just exits, hosts would show no reason. */
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
  /** Distinguishes its requests from those of others with the same token. */
  readonly #session = randomUUID();
  readonly #name = `steploom-mcp/${this.#session}`;
  #hasCalled = false;
  /** Aborted when the client has left and running calls have had their time. */
  readonly #left = new AbortController();
  readonly #underWay = new Map<string | number, AbortController>();
  /** From `initialize`; clients of 2026-07-28 send theirs in each message instead. */
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
    await this.#leave();
  }

  /** What the client had of its own is not kept for it. */
  async #leave(): Promise<void> {
    if (!this.#hasCalled) return;
    const { token, findService } = this.#options;
    const signal = timeoutSignal(LEAVE_LIMIT_MS);
    await endSession({ server: await findService(), token, session: this.#session, signal }).catch(() => {});
  }

  async #take(line: string): Promise<void> {
    const outline = outlineOf(line, this.#revision);
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
      const own = { ...headers, 'User-Agent': this.#name, 'Mcp-Session-Id': this.#session };
      this.#hasCalled = true;
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
    // A refusal before the message was parsed carries no id; the client waits for the one it sent.
    if (single?.id === null && id !== undefined) this.#options.send(JSON.stringify({ ...single, id }));
    else if (single?.id === null && method !== undefined) this.#options.log(`${method} was refused: ${text}`);
    else this.#options.send(JSON.stringify(reply));
  }

  #explain({ id, method = 'A message' }: Outline, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `${method} did not reach Steploom: ${reason}`;
    this.#options.log(message);
    if (id === undefined) return;
    this.#options.send(JSON.stringify({ jsonrpc: '2.0', id, error: { code: INTERNAL, message } }));
  }
}
