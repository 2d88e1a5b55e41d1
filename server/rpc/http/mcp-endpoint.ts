import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { AppError } from '../../../model/errors/errors.ts';
import { isRecord } from '../../../model/values/json-value.ts';
import type { RateLimiter } from '../../process/rate-limiter.ts';
import type { Caller } from '../../tools/define/define-tool.ts';
import type { Authenticate, CallerCredentials } from '../access/authenticate.ts';
import { type CallGate, countRequest } from '../access/caller-limits.ts';
import type { RpcHeaders, RpcServices } from '../calls/dialect.ts';
import { type Fault, faultOf } from '../calls/fault.ts';
import type { RpcLimits } from '../calls/limits.ts';
import {
  type AnswerContext,
  answerBatch,
  answerMessage,
  faultReply,
  type ProgressStream,
  type RpcReply,
  type StreamRequest,
} from './answer.ts';
import type { CallsUnderWay } from './calls-under-way.ts';
import { EventStream } from './event-stream.ts';
import { type Body, checkContentType, readBody } from './read-body.ts';
import { parseBody, type RpcId, readableId } from './read-message.ts';
import { faultHeaders, sendJson } from './send-json.ts';

const MS = 1_000;

/** The header `Prefer` (RFC 7240): `wait=10`, in seconds, or `respond-async`. */
function preferredWaitMs(prefer: string | string[] | undefined): number {
  const preferences = String(prefer ?? '')
    .split(/[,;]/)
    .map(preference => preference.trim().toLowerCase());
  if (preferences.includes('respond-async')) return 0;
  const seconds = preferences.map(preference => /^wait *= *"?(\d{1,6})"?$/.exec(preference)?.[1]).find(Boolean);
  return seconds === undefined ? Number.POSITIVE_INFINITY : Number(seconds) * MS;
}

function signalAfter(limitMs: number): Disposable & { signal: AbortSignal } {
  const controller = new AbortController();
  // Every call of a batch listens to it.
  setMaxListeners(0, controller.signal);
  const timer = setTimeout(() => controller.abort(), limitMs);
  return { signal: controller.signal, [Symbol.dispose]: () => clearTimeout(timer) };
}

interface McpEndpointOptions {
  authenticate: Authenticate;
  requests: RateLimiter;
  gate: CallGate;
  calls: CallsUnderWay;
  limits: RpcLimits;
  services: RpcServices;
  /** A session of a caller is over. */
  endSession(actorId: string, session: string): Promise<void>;
  log: Logger;
}

/** As MCP names it; a client sends it with each request once `initialize` was answered with one. */
const SESSION_HEADER = 'Mcp-Session-Id';

/** What a client sends instead is no name of a session. */
const SESSION = /^[\x21-\x7e]{1,128}$/;

function sessionOf(headers: IncomingMessage['headers']): string | undefined {
  const given = textOf(headers['mcp-session-id']);
  return given !== undefined && SESSION.test(given) ? given : undefined;
}

const MOST_ENDED = 1_000;

/** Sessions that their clients have ended: MCP wants them refused from then on. */
class EndedSessions {
  readonly #keys = new Set<string>();

  add(actorId: string, session: string): void {
    this.#keys.add(JSON.stringify([actorId, session]));
    const [oldest] = this.#keys;
    if (this.#keys.size > MOST_ENDED && oldest !== undefined) this.#keys.delete(oldest);
  }

  has(actorId: string, session: string): boolean {
    return this.#keys.has(JSON.stringify([actorId, session]));
  }
}

const isInitialize = (value: unknown): boolean => isRecord(value) && value.method === 'initialize';

interface AdmittedRequest {
  value: unknown;
  caller: Caller;
}

const textOf = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : undefined;

const rpcHeaders = (headers: IncomingMessage['headers']): RpcHeaders => ({
  accept: headers.accept,
  protocolVersion: textOf(headers['mcp-protocol-version']),
  method: textOf(headers['mcp-method']),
  name: textOf(headers['mcp-name']),
});

function idOf(body: Body | undefined): RpcId | null {
  if (body?.kind !== 'whole') return null;
  try {
    return readableId(parseBody(body.bytes));
  } catch {
    return null;
  }
}

class Exchange {
  readonly #request: IncomingMessage;
  readonly #options: McpEndpointOptions & { ended: EndedSessions };
  readonly #response: ServerResponse;
  /** They are read at the start: a closed connection has no addresses any more. */
  readonly #credentials: CallerCredentials;
  readonly #gone = new AbortController();
  readonly headers: Record<string, string> = {};
  #body: Body | undefined;
  stream: EventStream | undefined;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    options: McpEndpointOptions & { ended: EndedSessions },
  ) {
    this.#request = request;
    this.#response = response;
    this.#options = options;
    const { remoteAddress: address, localAddress } = request.socket;
    this.#credentials = { authorization: request.headers.authorization, address, localAddress };
    response.once('close', () => {
      if (!response.writableFinished) this.#gone.abort();
    });
    // Every call of a batch listens to it.
    setMaxListeners(0, this.#gone.signal);
  }

  async admit(): Promise<AdmittedRequest | undefined> {
    const { limits, requests } = this.#options;
    const { method } = this.#request;
    const isPost = method === 'POST';
    // A refusal repeats the id, so the body comes first; nothing else of it is used before the token is checked.
    if (isPost) this.#body = await readBody(this.#request, limits.bodyBytes);
    if (this.#body?.kind === 'gone') return undefined;
    const session = sessionOf(this.#request.headers);
    const caller = { ...this.#authenticate(), session };
    countRequest(requests, caller.actor.id, this.headers);
    const { ended } = this.#options;
    if (session !== undefined && ended.has(caller.actor.id, session))
      throw new AppError('session-ended', 'This MCP session has ended; begin another with initialize.');
    if (method === 'DELETE' && session !== undefined) {
      ended.add(caller.actor.id, session);
      await this.#options.endSession(caller.actor.id, session);
      this.#response.writeHead(204, this.headers).end();
      return undefined;
    }
    if (!isPost) {
      this.headers.Allow = 'POST';
      throw new AppError('invalid-request', `${method} is not served here; use POST.`);
    }
    checkContentType(this.#request);
    if (this.#body?.kind !== 'whole')
      throw new AppError('too-large', `The body is over ${limits.bodyBytes} bytes.`, {
        facts: { limitBytes: limits.bodyBytes },
      });
    const value = parseBody(this.#body.bytes);
    if (isInitialize(value)) this.headers[SESSION_HEADER] = session ?? randomUUID();
    return { value, caller };
  }

  #authenticate(): Caller {
    return this.#options.authenticate(this.#credentials);
  }

  async answer({ value, caller }: AdmittedRequest): Promise<RpcReply> {
    const { gate, calls, services, limits } = this.#options;
    using place = await gate.enter(caller.actor.id);
    using time = signalAfter(Math.min(limits.callMs, preferredWaitMs(this.#request.headers.prefer)));
    const context: AnswerContext = {
      caller,
      isLate: place.hasWaited,
      checkCaller: () => void this.#authenticate(),
      selection: new URLSearchParams(this.#request.url?.split('?')[1]).get('tools') ?? undefined,
      headers: rpcHeaders(this.#request.headers),
      services,
      mostMessages: limits.batchMessages,
      peer: {
        actorId: caller.actor.id,
        address: this.#credentials.address,
        userAgent: this.#request.headers['user-agent'],
      },
      calls,
      explain: (error: unknown) => this.#explain(error),
      openStream: (request: StreamRequest) => this.#openStream(request),
      timeUp: time.signal,
      gone: this.#gone.signal,
    };
    return await (Array.isArray(value) ? answerBatch(value, context) : answerMessage(value, context));
  }

  /** The stream begins with the first progress; a call that ends before is answered like any other. */
  #openStream(request: StreamRequest): ProgressStream | undefined {
    if (!/text\/event-stream/i.test(this.#request.headers.accept ?? '')) return undefined;
    this.stream = new EventStream(this.#response, request, {
      headers: this.headers,
      isLetIn: () => this.#isLetIn(),
    });
    return this.stream;
  }

  #isLetIn(): boolean {
    try {
      this.#authenticate();
      return true;
    } catch {
      return false;
    }
  }

  #explain(error: unknown): Fault {
    return faultOf(error, { log: this.#options.log });
  }

  refuse(error: unknown): RpcReply {
    const fault = this.#explain(error);
    const httpStatus = this.headers.Allow === undefined ? fault.httpStatus : 405;
    return { httpStatus, body: faultReply(idOf(this.#body), fault), fault };
  }
}

/** Never throws. */
export function createMcpEndpoint(options: McpEndpointOptions) {
  const { log, services } = options;
  const ended = new EndedSessions();
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const exchange = new Exchange(request, response, { ...options, ended });
    let reply: RpcReply | undefined;
    try {
      const admitted = await exchange.admit();
      reply = admitted && (await exchange.answer(admitted));
    } catch (error) {
      reply = exchange.refuse(error);
    }
    if (reply === undefined) return;
    const { httpStatus, body, fault } = reply;
    if (exchange.stream?.end(body)) return;
    const isLast = services.signal.aborted;
    const headers = { ...exchange.headers, ...faultHeaders(fault), ...(isLast ? { Connection: 'close' } : {}) };
    sendJson(response, { httpStatus, body, headers });
    log.debug({ httpStatus, reason: fault?.kind }, 'tool API request');
  };
}
