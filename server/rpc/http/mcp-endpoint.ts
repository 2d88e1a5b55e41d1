/** The HTTP side of the tool API: checks in a fixed order, one JSON-RPC body for every outcome. */
import { setMaxListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { AppError } from '../../../model/errors/errors.ts';
import type { RateLimiter } from '../../process/rate-limiter.ts';
import type { Caller } from '../../tools/define/define-tool.ts';
import { type Authenticate, type CallerCredentials, type CallGate, countRequest } from '../access/authenticate.ts';
import type { RpcHeaders, RpcServices } from '../calls/dialect.ts';
import { type Fault, faultOf } from '../calls/fault.ts';
import type { RpcLimits } from '../calls/limits.ts';
import {
  type Answer,
  answer,
  type CallsUnderWay,
  faultReply,
  type ProgressStream,
  parseBody,
  type RpcId,
  readableId,
  type StreamRequest,
} from './answer.ts';
import { EventStream } from './event-stream.ts';

/** `gone`: the client left before its body was whole. */
type Body = { kind: 'whole'; bytes: Buffer } | { kind: 'too-large' } | { kind: 'gone' };

/** How much of a body that is too large is dropped before the reply: many clients look for one only after sending all. */
const DROPPED_SHARE = 10;

/** Reads the whole body of a request within a limit. */
export function readBody(request: IncomingMessage, limitBytes: number): Promise<Body> {
  const mostBytes = limitBytes * DROPPED_SHARE;
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) return Promise.resolve({ kind: 'too-large' });
  return new Promise(resolve => {
    let chunks: Buffer[] = [];
    let sizeBytes = 0;
    const finish = (body: Body) => {
      request.off('data', take).off('end', end).off('close', leave).resume();
      resolve(body);
    };
    const take = (chunk: Buffer) => {
      sizeBytes += chunk.length;
      if (sizeBytes <= limitBytes) chunks.push(chunk);
      else chunks = [];
      if (sizeBytes > mostBytes) finish({ kind: 'too-large' });
    };
    const end = () =>
      finish(sizeBytes > limitBytes ? { kind: 'too-large' } : { kind: 'whole', bytes: Buffer.concat(chunks) });
    const leave = () => finish({ kind: 'gone' });
    // An error is always followed by `close`.
    request
      .on('data', take)
      .on('end', end)
      .on('close', leave)
      .on('error', () => undefined);
  });
}

/** How long a caller is kept waiting for an answer. */
const MS = 1_000;

/** What the header `Prefer` (RFC 7240) asks for: `wait=10`, in seconds, or `respond-async`; any time when it says neither. */
function preferredWaitMs(prefer: string | string[] | undefined): number {
  const preferences = String(prefer ?? '')
    .split(/[,;]/)
    .map(preference => preference.trim().toLowerCase());
  if (preferences.includes('respond-async')) return 0;
  const seconds = preferences.map(preference => /^wait *= *"?(\d{1,6})"?$/.exec(preference)?.[1]).find(Boolean);
  return seconds === undefined ? Number.POSITIVE_INFINITY : Number(seconds) * MS;
}

/** A signal that is aborted when so much time is over; never once it is disposed. */
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
  log: Logger;
}

type Headers = Record<string, string>;

const JSON_TYPE = /^application\/json *(;|$)/i;
const CHARSET = /; *charset *= *"?([^";\s]*)/i;

/** Errors: `content-type`. */
export function checkContentType({ headers }: IncomingMessage): void {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers;
  const charset = CHARSET.exec(type)?.[1] ?? 'utf-8';
  if (!JSON_TYPE.test(type) || !/^utf-?8$/i.test(charset))
    throw new AppError('content-type', 'Send the request as "Content-Type: application/json", in UTF-8.');
  if (encoding.toLowerCase() !== 'identity')
    throw new AppError('content-type', 'Compressed requests are not taken; leave "Content-Encoding" out.');
}

const textOf = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : undefined;

const rpcHeaders = (headers: IncomingMessage['headers']): RpcHeaders => ({
  accept: headers.accept,
  protocolVersion: textOf(headers['mcp-protocol-version']),
  method: textOf(headers['mcp-method']),
  name: textOf(headers['mcp-name']),
});

/** The id of a body that is answered before it is looked at. */
function idOf(body: Body | undefined): RpcId | null {
  if (body?.kind !== 'whole') return null;
  try {
    return readableId(parseBody(body.bytes));
  } catch {
    return null;
  }
}

/** Headers that a failure brings with it. */
export function faultHeaders(fault: Fault | undefined): Headers {
  const { requiredAccess, retryAfterSeconds } = fault?.data ?? {};
  if (fault?.kind === 'unauthorized') return { 'WWW-Authenticate': 'Bearer' };
  if (requiredAccess !== undefined)
    return { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${String(requiredAccess)}"` };
  return retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
}

export function sendJson(
  response: ServerResponse,
  reply: { httpStatus: number; body?: object | undefined; headers?: Headers },
): void {
  const { httpStatus, body, headers } = reply;
  if (body === undefined) {
    response.writeHead(httpStatus, { 'Content-Length': '0', 'Cache-Control': 'no-store', ...headers }).end();
    return;
  }
  const bytes = Buffer.from(JSON.stringify(body));
  const type = 'application/json; charset=utf-8';
  response
    .writeHead(httpStatus, {
      'Content-Type': type,
      'Content-Length': bytes.length,
      'Cache-Control': 'no-store',
      ...headers,
    })
    .end(bytes);
}

/** One request on its way through the checks. */
class Exchange {
  readonly #request: IncomingMessage;
  readonly #options: McpEndpointOptions;
  readonly #response: ServerResponse;
  /** As they were at the start: a connection that is gone has no addresses any more. */
  readonly #credentials: CallerCredentials;
  readonly #gone = new AbortController();
  /** Sent with every outcome from here on. */
  readonly headers: Headers = {};
  body: Body | undefined;
  stream: EventStream | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, options: McpEndpointOptions) {
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

  /** Undefined when the client went away. Throws what the request is refused for. */
  async serve(): Promise<Answer | undefined> {
    const { limits } = this.#options;
    const isPost = this.#request.method === 'POST';
    // A refusal echoes the id too, so the body comes first; nothing else of it is looked at before the token.
    if (isPost) this.body = await readBody(this.#request, limits.bodyBytes);
    if (this.body?.kind === 'gone') return undefined;
    const caller = this.#authenticate();
    countRequest(this.#options.requests, caller.actor.id, this.headers);
    if (!isPost) return this.#refuseMethod();
    checkContentType(this.#request);
    if (this.body?.kind !== 'whole')
      throw new AppError('too-large', `The body is over ${limits.bodyBytes} bytes.`, {
        facts: { limitBytes: limits.bodyBytes },
      });
    return this.#answer(parseBody(this.body.bytes), caller);
  }

  #authenticate(): Caller {
    return this.#options.authenticate(this.#credentials);
  }

  #refuseMethod(): Answer {
    this.headers.Allow = 'POST';
    const fault = this.explain(
      new AppError('invalid-request', `${this.#request.method} is not served here; use POST.`),
    );
    return { httpStatus: 405, body: faultReply(null, fault), fault };
  }

  async #answer(value: unknown, caller: Caller): Promise<Answer> {
    const { gate, calls, services, limits } = this.#options;
    using place = await gate.enter(caller.actor.id);
    using time = signalAfter(Math.min(limits.callMs, preferredWaitMs(this.#request.headers.prefer)));
    return await answer(value, {
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
      explain: (error: unknown) => this.explain(error),
      openStream: (request: StreamRequest) => this.#openStream(request),
      timeUp: time.signal,
      gone: this.#gone.signal,
    });
  }

  /** The stream begins with the first news; a call that ends before is answered as any other. */
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

  explain(error: unknown): Fault {
    return faultOf(error, { log: this.#options.log });
  }

  refuse(error: unknown): Answer {
    const fault = this.explain(error);
    return { httpStatus: fault.httpStatus, body: faultReply(idOf(this.body), fault), fault };
  }
}

/** Serves one request of /api/mcp. Never throws. */
export function createMcpEndpoint(options: McpEndpointOptions) {
  const { log, services } = options;
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const exchange = new Exchange(request, response, options);
    const reply = await exchange.serve().catch((error: unknown) => exchange.refuse(error));
    if (reply === undefined) return;
    const { httpStatus, body, fault } = reply;
    if (exchange.stream?.end(body)) return;
    const isLast = services.signal.aborted;
    const headers = { ...exchange.headers, ...faultHeaders(fault), ...(isLast ? { Connection: 'close' } : {}) };
    sendJson(response, { httpStatus, body, headers });
    log.debug({ httpStatus, reason: fault?.kind }, 'tool API request');
  };
}
