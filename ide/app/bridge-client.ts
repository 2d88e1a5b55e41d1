/** The page's end of the socket to the service: requests with limits, notices, and what the service asks. Knows no screen. */

import { WebSocket as ReconnectingWebSocket } from 'partysocket';
import type { z } from 'zod';
import { AppError, isAppError, RPC_CODES, toErrorKind } from '../../model/errors/errors.ts';
import {
  type CallProgress,
  ChannelMessage,
  type NoticeOf,
  type PAGE_NOTICES,
  PAGE_REQUESTS,
  type PageNoticeName,
  type PageParams,
  type PageRequestName,
  type PageResult,
  SERVICE_NOTICES,
  SERVICE_REQUESTS,
  type ServiceNoticeName,
  type ServiceParams,
  type ServiceResult,
} from '../../model/protocol/channel/channel.ts';
import { inSeconds } from '../../model/values/in-seconds.ts';

/** No call of the service lasts longer than 25 s. */
const REQUEST_LIMIT_MS = 30_000;
const RETRY = { minReconnectionDelay: 1_000, maxReconnectionDelay: 10_000, reconnectionDelayGrowFactor: 2 };

/** No answer came; whether the service did what it was asked is unknown. */
export class ConnectionLost extends Error {}

export const messageOf = (error: unknown): string => {
  if (error instanceof ConnectionLost) return 'The connection to the service is lost.';
  return error instanceof Error ? error.message : String(error);
};

/** Caused by the service or the connection to it, not by a fault of the page. */
export const isRefusal = (error: unknown): error is AppError | ConnectionLost =>
  isAppError(error) || error instanceof ConnectionLost;

/** Progress goes to whoever made the request. */
type NoticeName = Exclude<ServiceNoticeName, 'request/progress'>;

type NoticeHandlers = { [Name in NoticeName]: (params: NoticeOf<Name>) => void };

export interface BridgeEvents {
  opened(): void;
  lost(facts: { retryInMs: number }): void;
  notices: NoticeHandlers;
  navigate(destination: ServiceParams<'ide/navigate'>): Promise<ServiceResult<'ide/navigate'>>;
}

export interface RequestOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
  onProgress?: ((progress: CallProgress) => void) | undefined;
}

export interface BridgeClient {
  connect(): void;
  request<Name extends PageRequestName>(
    name: Name,
    params: PageParams<Name>,
    options?: RequestOptions,
  ): Promise<PageResult<Name>>;
  /** Does nothing while the connection is lost. */
  notify<Name extends PageNoticeName>(name: Name, params: z.infer<(typeof PAGE_NOTICES)[Name]>): void;
  retryNow(): void;
  dispose(): void;
}

interface PendingReply {
  resolve(result: unknown): void;
  reject(error: Error): void;
  onProgress?: RequestOptions['onProgress'];
}

type ResultSchemas = { [Name in PageRequestName]: { result: { parse(value: unknown): PageResult<Name> } } };
const REQUESTS: ResultSchemas = PAGE_REQUESTS;

type NoticeSchemas = { [Name in ServiceNoticeName]: { parse(value: unknown): NoticeOf<Name> } };
const PROGRESS = 'request/progress';
const NOTICES: NoticeSchemas = SERVICE_NOTICES;

const isNotice = (name: string): name is NoticeName => name !== PROGRESS && Object.hasOwn(SERVICE_NOTICES, name);

interface RpcFault {
  message: string;
  data?: Record<string, unknown> | undefined;
}

function errorOf({ message, data = {} }: RpcFault): AppError {
  const { reason, field, expected, ...facts } = data;
  return new AppError(toErrorKind(typeof reason === 'string' ? reason : undefined), message, {
    ...(typeof field === 'string' ? { field } : {}),
    ...(typeof expected === 'string' ? { expected } : {}),
    facts,
  });
}

interface BridgeClientOptions {
  url: string;
  /** The first message of a socket. */
  proof(): string;
  events: BridgeEvents;
}

export function createBridgeClient(options: BridgeClientOptions): BridgeClient {
  const waiting = new Map<number, PendingReply>();
  let nextId = 1;
  let socket: ReconnectingWebSocket | undefined;
  const isOpen = () => socket?.readyState === ReconnectingWebSocket.OPEN;
  const send = (message: object) => {
    if (isOpen()) socket?.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  };
  const replaceSocket = (next: ReconnectingWebSocket | undefined) => {
    const old = socket;
    socket = next;
    abandon(waiting);
    old?.close();
  };
  // A socket that waits for its next try cannot be hurried: a new one replaces it.
  const connect = () => replaceSocket(openSocket(options, { waiting, send, isCurrent: other => other === socket }));

  return {
    connect,
    retryNow: connect,
    notify: (method, params) => send({ method, params }),
    dispose: () => replaceSocket(undefined),
    async request(name, params, { signal, timeoutMs = REQUEST_LIMIT_MS, onProgress } = {}) {
      if (!isOpen()) throw new ConnectionLost('There is no connection to the service.');
      const id = nextId++;
      const limit = AbortSignal.timeout(timeoutMs);
      const ended = signal === undefined ? limit : AbortSignal.any([signal, limit]);
      const giveUp = () => {
        send({ method: 'request/cancel', params: { id } });
        const stopped = new AppError('stopped', 'It was cancelled.');
        const late = new AppError('timeout', `The service did not answer within ${inSeconds(timeoutMs)}.`);
        waiting.get(id)?.reject(limit.aborted ? late : stopped);
      };
      try {
        const answered = new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject, onProgress }));
        ended.addEventListener('abort', giveUp);
        send({ id, method: name, params });
        return REQUESTS[name].result.parse(await answered);
      } finally {
        waiting.delete(id);
        ended.removeEventListener('abort', giveUp);
      }
    },
  };
}

interface SocketParts {
  waiting: Map<number, PendingReply>;
  send(message: object): void;
  isCurrent(socket: ReconnectingWebSocket): boolean;
}

function openSocket({ url, proof, events }: BridgeClientOptions, parts: SocketParts): ReconnectingWebSocket {
  const { waiting, send, isCurrent } = parts;
  const socket = new ReconnectingWebSocket(url, [], {
    ...RETRY,
    connectionTimeout: 15_000,
    maxEnqueuedMessages: 0,
  });
  socket.addEventListener('open', () => {
    if (!isCurrent(socket)) return;
    socket.send(proof());
    events.opened();
  });
  socket.addEventListener('message', ({ data }) => {
    if (isCurrent(socket)) receive(data, { waiting, events, send });
  });
  socket.addEventListener('close', () => {
    if (!isCurrent(socket)) return;
    abandon(waiting);
    events.lost({ retryInMs: delayOf(socket.retryCount) });
  });
  return socket;
}

function abandon(waiting: Map<number, PendingReply>): void {
  const pending = [...waiting.values()];
  waiting.clear();
  for (const { reject } of pending) reject(new ConnectionLost('The connection to the service was lost.'));
}

/** `tries` already counts the next try. */
const delayOf = (tries: number): number =>
  tries === 0
    ? 0
    : Math.min(
        RETRY.maxReconnectionDelay,
        RETRY.minReconnectionDelay * RETRY.reconnectionDelayGrowFactor ** (tries - 1),
      );

interface Receiver {
  waiting: ReadonlyMap<number, PendingReply>;
  events: BridgeEvents;
  send(message: object): void;
}

function receive(data: unknown, { waiting, events, send }: Receiver): void {
  const message = ChannelMessage.parse(JSON.parse(String(data)));
  if ('result' in message) waiting.get(message.id)?.resolve(message.result);
  else if ('error' in message) waiting.get(message.id ?? 0)?.reject(errorOf(message.error));
  else if ('id' in message) void answer(message, events).then(send);
  else if (message.method === PROGRESS) progressed(message.params, waiting);
  else if (isNotice(message.method)) dispatch(message.method, message.params, events.notices);
}

function progressed(params: unknown, waiting: Receiver['waiting']): void {
  const { id, ...progress } = NOTICES[PROGRESS].parse(params);
  waiting.get(id)?.onProgress?.(progress);
}

function dispatch<Name extends NoticeName>(name: Name, params: unknown, handlers: NoticeHandlers): void {
  handlers[name](NOTICES[name].parse(params));
}

async function answer(
  request: { id: number; method: string; params?: unknown },
  events: BridgeEvents,
): Promise<object> {
  const { id, method, params } = request;
  if (method !== 'ide/navigate')
    return { id, error: { code: RPC_CODES.methodNotFound, message: `This page does not know ${method}.` } };
  try {
    return { id, result: await events.navigate(SERVICE_REQUESTS[method].params.parse(params)) };
  } catch (error) {
    const reason = isAppError(error) ? error.kind : 'internal';
    return { id, error: { code: RPC_CODES.execution, message: messageOf(error), data: { reason } } };
  }
}
