/** From parsed JSON to the reply's JSON. Knows nothing of HTTP but the status it recommends. */
import { error as errorReply, JsonRpcError, success } from 'jsonrpc-lite';
import { AppError } from '../../../model/errors/errors.ts';
import type { ReportProgress } from '../../jobs/progress.ts';
import type { Caller } from '../access/authenticate.ts';
import type { CallsUnderWay, Peer } from '../calls/calls-under-way.ts';
import type { Dialect, RequestFacts, RpcHeaders, RpcServices } from '../calls/dialect.ts';
import type { Fault } from '../calls/fault.ts';
import { type Message, type RpcId, readMessage } from '../calls/message.ts';
import { dialectOf } from '../dialects/index.ts';

export interface Answer {
  httpStatus: number;
  /** Undefined when nothing is to be said: 202. */
  body?: object | undefined;
  /** The failure of a single message. */
  fault?: Fault | undefined;
}

export interface AnswerContext {
  caller: Caller;
  /** Errors: those of `Authenticate`, once the token was revoked while its messages waited. */
  checkCaller(): void;
  selection: string | undefined;
  headers: RpcHeaders;
  services: RpcServices;
  mostMessages: number;
  /** Who asks, as far as requests show it. */
  peer: Peer;
  calls: CallsUnderWay;
  /** Aborted when the caller is to be answered: a call then goes on as a job. */
  timeUp: AbortSignal;
  explain(error: unknown): Fault;
  /** Opens a stream for the progress of a request; undefined when the client takes none. */
  openStream?: ((request: StreamRequest) => ProgressStream | undefined) | undefined;
}

export interface StreamRequest {
  /** The client's name for the work. */
  token: string | number;
  /** Whether closing the stream cancels the request. */
  closingCancels: boolean;
}

export interface ProgressStream {
  report: ReportProgress;
  /** Aborted when closing the stream cancels the request. */
  signal: AbortSignal;
}

const NOTHING: Answer = { httpStatus: 202 };
const TOOL_CALL = 'tools/call';

/** The reply to a request that could not be served. */
export const faultReply = (
  id: RpcId | null,
  { code, message, data }: Pick<Fault, 'code' | 'message' | 'data'>,
): object => errorReply(id, new JsonRpcError(message, code, data));

type Call = Extract<Message, { kind: 'request' | 'notification' }>;

const factsOf = ({ method, params }: Call, { headers }: AnswerContext): RequestFacts => ({ method, params, headers });

/** The stream that a request asks for by a progress token. */
function streamOf({ streams, closingCancels }: Dialect, { params }: Call, context: AnswerContext) {
  const meta: unknown = Reflect.get(params ?? {}, '_meta');
  const token: unknown = typeof meta === 'object' && meta !== null ? Reflect.get(meta, 'progressToken') : undefined;
  const isToken = typeof token === 'string' || typeof token === 'number';
  return streams && isToken ? context.openStream?.({ token, closingCancels }) : undefined;
}

async function perform(call: Call, context: AnswerContext): Promise<object> {
  const { caller, selection, services, timeUp } = context;
  context.checkCaller();
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
  const signal = AbortSignal.any([services.signal, stream?.signal, cancelled?.signal].flatMap(each => each ?? []));
  const { params } = call;
  const result = await method({ params, caller, selection, services, report: stream?.report, signal, timeUp });
  return presentResult?.(result, facts, services) ?? result;
}

async function answerRequest(request: Extract<Message, { kind: 'request' }>, context: AnswerContext): Promise<Answer> {
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

/** A tool is called also when nobody waits for the result; of other notifications only a cancellation means something. */
async function takeNotification(
  notification: Extract<Message, { kind: 'notification' }>,
  context: AnswerContext,
): Promise<Answer> {
  const { method, params } = notification;
  if (dialectOf(factsOf(notification, context)).cancellation === method)
    context.calls.cancel(context.peer, Reflect.get(params ?? {}, 'requestId'));
  if (method === TOOL_CALL) await perform(notification, context).catch(context.explain);
  return NOTHING;
}

const NO_TURN = 'The batch ran out of time before this entry; it was not performed.';

async function answerMessage(value: unknown, context: AnswerContext): Promise<Answer> {
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

/** Entries are served one after the other, so that a later one can build on an earlier one. */
async function answerBatch(values: readonly unknown[], context: AnswerContext): Promise<Answer> {
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
  // Its one answer is no stream of any single entry.
  const ofEntry = { ...context, openStream: undefined };
  for (const value of values) {
    const { body } = await answerMessage(value, ofEntry);
    if (body !== undefined) bodies.push(body);
  }
  return bodies.length === 0 ? NOTHING : { httpStatus: 200, body: bodies };
}

/** Serves a message or a batch. Never throws. */
export const answer = (value: unknown, context: AnswerContext): Promise<Answer> =>
  Array.isArray(value) ? answerBatch(value, context) : answerMessage(value, context);
