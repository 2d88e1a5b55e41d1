import type { FailureReply, RequestFacts } from '../calls/dialect.ts';
import type { Fault } from '../calls/fault.ts';

const isToolCall = ({ method, params }: RequestFacts): boolean =>
  method === 'tools/call' && typeof Reflect.get(params ?? {}, 'name') === 'string';

/** A refusal that names an argument is about this call; to a client, 403 says that its token is of no use. */
const isOfTool = ({ kind, httpStatus, data }: Fault): boolean =>
  kind === 'forbidden'
    ? data.field !== undefined
    : kind !== 'method-not-found' && kind !== 'internal' && httpStatus === 200;

/**
 * What a caller can mend is a result of the tool, since many hosts never show errors of the protocol to their model.
 * Undefined for what is no matter of a tool.
 */
export function toolFailure(fault: Fault, facts: RequestFacts): FailureReply | undefined {
  if (!isToolCall(facts) || !isOfTool(fault)) return undefined;
  const { message, data } = fault;
  const { field, expected, next } = data;
  // Models pay for every word: what the sentence says already is not said again.
  const hints = Object.entries({ Field: field, Expected: expected, Next: next }).flatMap(([label, value]) =>
    typeof value === 'string' && !message.includes(value) ? [`${label}: ${value}`] : [],
  );
  return {
    httpStatus: 200,
    result: { content: [{ type: 'text', text: [message, ...hints].join('\n') }], isError: true },
  };
}
