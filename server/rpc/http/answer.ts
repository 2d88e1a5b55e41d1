/** Knows nothing of HTTP but the status that it recommends. */
import { error as errorReply, JsonRpcError, success } from 'jsonrpc-lite';
import { AppError } from '../../../model/errors/errors.ts';
import type { Dialect, MethodCall, RequestFacts, RpcHeaders } from '../calls/dialect.ts';
import type { Fault } from '../calls/fault.ts';
import { dialectOf } from '../dialects/dialects.ts';
import type { CallsUnderWay, Peer } from './calls-under-way.ts';
import { type RpcId, type RpcMessage, readMessage } from './read-message.ts';

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

type SentCall = Extract<RpcMessage, { kind: 'request' | 'notification' }>;

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
  request: Extract<RpcMessage, { kind: 'request' }>,
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
  notification: Extract<RpcMessage, { kind: 'notification' }>,
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
