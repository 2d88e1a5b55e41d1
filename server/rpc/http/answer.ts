/** Knows nothing of HTTP but the status that it recommends. */
import {
  error as errorReply,
  JsonRpcError,
  NotificationObject,
  parseObject,
  RequestObject,
  success,
} from 'jsonrpc-lite';
import { AppError } from '../../../model/errors/errors.ts';
import { contentFault, isRecord } from '../../../model/values/json-value.ts';
import type { Dialect, MethodCall, RequestFacts, RpcHeaders } from '../calls/dialect.ts';
import type { Fault } from '../calls/fault.ts';
import { dialectOf } from '../dialects/dialects.ts';

export type RpcId = string | number;

type Message =
  | { kind: 'request'; id: RpcId; method: string; params: object | undefined }
  | { kind: 'notification'; method: string; params: object | undefined }
  | { kind: 'invalid'; id: RpcId | null; error: AppError };

const EXAMPLE = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"getModules","arguments":{}}}';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A byte order mark is tolerated; of a repeated key the last one counts. Errors: `parse-error`. */
export function parseBody(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'it is not UTF-8 text';
    throw new AppError('parse-error', `The body is not valid JSON: ${reason}.`, { expected: EXAMPLE });
  }
}

const isId = (value: unknown): value is RpcId =>
  (typeof value === 'string' && value !== '') || Number.isSafeInteger(value);

export const readableId = (value: unknown): RpcId | null => (isRecord(value) && isId(value.id) ? value.id : null);

function shapeFault(value: unknown): string {
  if (!isRecord(value)) return 'A message must be an object';
  if (value.jsonrpc !== '2.0') return '"jsonrpc" must be "2.0"';
  if (Object.hasOwn(value, 'id') && !isId(value.id))
    return '"id" must be text that is not empty, or a whole number up to 2^53 - 1';
  if (typeof value.method !== 'string' || value.method === '') return '"method" must be the name of a method';
  return '"params" must be an object, or left out';
}

const invalid = (value: unknown, fault: string): Message => ({
  kind: 'invalid',
  id: readableId(value),
  error: new AppError('invalid-request', `${fault}.`, { expected: EXAMPLE }),
});

/** The library's codes and data are not used: they call a bad id internal, and repeat the input. */
function readMessage(value: unknown): Message {
  const fault = contentFault(value);
  if (fault !== undefined) return invalid(value, fault);
  const { payload } = parseObject(value);
  if (payload instanceof RequestObject && payload.id !== null)
    return { kind: 'request', id: payload.id, method: payload.method, params: payload.params };
  if (payload instanceof NotificationObject)
    return { kind: 'notification', method: payload.method, params: payload.params };
  return invalid(value, shapeFault(value));
}

/** Without sessions, clients can be distinguished only by these. */
interface Peer {
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

export interface RpcReply {
  httpStatus: number;
  /** Undefined when nothing is to be said: 202. */
  body?: object | undefined;
  fault?: Fault | undefined;
}

export interface AnswerContext extends Required<Pick<MethodCall, 'caller' | 'selection' | 'services' | 'timeUp'>> {
  /** Whether the caller has waited, so that its token may be revoked by now. */
  isLate: boolean;
  /** Errors: those of `Authenticate`, once the token was revoked while its messages waited. */
  checkCaller(): void;
  headers: RpcHeaders;
  mostMessages: number;
  peer: Peer;
  calls: CallsUnderWay;
  /** Aborted when the caller goes away before it is answered. */
  gone: AbortSignal;
  explain(error: unknown): Fault;
  openStream?: ((request: StreamRequest) => ProgressStream | undefined) | undefined;
}

export interface StreamRequest {
  token: string | number;
}

export type ProgressStream = Pick<MethodCall, 'report'>;

const NOTHING: RpcReply = { httpStatus: 202 };
const TOOL_CALL = 'tools/call';

export const faultReply = (
  id: RpcId | null,
  { code, message, data }: Pick<Fault, 'code' | 'message' | 'data'>,
): object => errorReply(id, new JsonRpcError(message, code, data));

type SentCall = Extract<Message, { kind: 'request' | 'notification' }>;

const factsOf = ({ method, params }: SentCall, { headers }: AnswerContext): RequestFacts => ({
  method,
  params,
  headers,
});

function streamOf({ streams }: Dialect, { params }: SentCall, context: AnswerContext) {
  const meta: unknown = Reflect.get(params ?? {}, '_meta');
  const token: unknown = typeof meta === 'object' && meta !== null ? Reflect.get(meta, 'progressToken') : undefined;
  const isToken = typeof token === 'string' || typeof token === 'number';
  return streams && isToken ? context.openStream?.({ token }) : undefined;
}

async function perform(call: SentCall, context: AnswerContext): Promise<object> {
  const { caller, selection, services, timeUp } = context;
  if (context.isLate) context.checkCaller();
  const facts = factsOf(call, context);
  const dialect = dialectOf(facts);
  const { methods, presentResult } = dialect;
  dialect.check?.(facts);
  const method = Object.hasOwn(methods, call.method) ? methods[call.method] : undefined;
  if (method === undefined) {
    const known = Object.keys(methods).join(', ');
    const message = `No method ${JSON.stringify(call.method.slice(0, 100))}; known: ${known}.`;
    throw new AppError('method-not-found', message, { field: 'method', expected: known });
  }
  const stream = streamOf(dialect, call, context);
  using cancelled =
    dialect.cancellation !== undefined && call.kind === 'request'
      ? context.calls.begin(context.peer, call.id)
      : undefined;
  const gone = dialect.leavingCancels ? context.gone : undefined;
  const signal = AbortSignal.any([services.signal, gone, cancelled?.signal].flatMap(each => each ?? []));
  const { report = () => {} } = stream ?? {};
  const result = await method({ args: call.params, caller, selection, services, report, signal, timeUp });
  return presentResult?.(result, facts, services) ?? result;
}

async function answerRequest(
  request: Extract<Message, { kind: 'request' }>,
  context: AnswerContext,
): Promise<RpcReply> {
  try {
    return { httpStatus: 200, body: success(request.id, await perform(request, context)) };
  } catch (thrown) {
    const fault = context.explain(thrown);
    const facts = factsOf(request, context);
    const reply = dialectOf(facts).presentFault(fault, facts, context.services);
    const body = 'error' in reply ? faultReply(request.id, reply.error) : success(request.id, reply.result);
    return { httpStatus: reply.httpStatus, body, fault };
  }
}

/** A tool is called also when nobody waits for the result; of other notifications only a cancellation counts. */
async function takeNotification(
  notification: Extract<Message, { kind: 'notification' }>,
  context: AnswerContext,
): Promise<RpcReply> {
  const { method, params } = notification;
  if (dialectOf(factsOf(notification, context)).cancellation === method)
    context.calls.cancel(context.peer, Reflect.get(params ?? {}, 'requestId'));
  if (method === TOOL_CALL) await perform(notification, context).catch(context.explain);
  return NOTHING;
}

const NO_TURN = 'The batch ran out of time before this entry; it was not performed.';

/** Never throws. */
export async function answerMessage(value: unknown, context: AnswerContext): Promise<RpcReply> {
  const message = readMessage(value);
  if (context.timeUp.aborted && message.kind !== 'invalid') {
    const fault = context.explain(new AppError('timeout', NO_TURN, { next: 'Send it again.' }));
    return message.kind === 'notification' ? NOTHING : { httpStatus: 200, body: faultReply(message.id, fault), fault };
  }
  if (message.kind === 'request') return answerRequest(message, context);
  if (message.kind === 'notification') return takeNotification(message, context);
  const fault = context.explain(message.error);
  return { httpStatus: fault.httpStatus, body: faultReply(message.id, fault), fault };
}

/** Entries are served one after the other, so that a later one can build on an earlier one. Never throws. */
export async function answerBatch(values: readonly unknown[], context: AnswerContext): Promise<RpcReply> {
  const { mostMessages, headers } = context;
  if (headers.protocolVersion !== undefined) {
    const fault = context.explain(new AppError('invalid-request', 'MCP takes one message at a time, no batch.'));
    return { httpStatus: fault.httpStatus, body: faultReply(null, fault), fault };
  }
  if (values.length === 0 || values.length > mostMessages) {
    const message = `A batch holds 1 to ${mostMessages} messages, not ${values.length}.`;
    const fault = context.explain(new AppError('invalid-request', message));
    return { httpStatus: fault.httpStatus, body: faultReply(null, fault), fault };
  }
  const bodies: object[] = [];
  // A batch has one answer, which cannot be the stream of a single entry.
  const ofEntry = { ...context, openStream: undefined };
  for (const value of values) {
    const { body } = await answerMessage(value, ofEntry);
    // The token may be revoked before the next one.
    ofEntry.isLate = true;
    if (body !== undefined) bodies.push(body);
  }
  return bodies.length === 0 ? NOTHING : { httpStatus: 200, body: bodies };
}
