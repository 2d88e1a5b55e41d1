/** The seam between what is done and how it is told: each dialect of the endpoint is one file beside this one. */
import type { Redactor } from '../../../model/values/redactor.ts';
import type { Caller } from '../authenticate.ts';
import type { ToolCallServices } from '../call-tool.ts';
import type { Fault } from '../fault.ts';
import type { ListTools } from '../list-tools.ts';

/** All that tells one dialect from another: the request alone, so that no session is needed. */
export interface RequestFacts {
  method: string;
  params: object | undefined;
  /** The header `MCP-Protocol-Version`. */
  protocolVersion: string | undefined;
}

export interface RpcServices extends ToolCallServices {
  listTools: ListTools;
  redact: Redactor;
}

export interface MethodCall {
  params: object | undefined;
  caller: Caller;
  /** `?tools=` of the address. */
  selection: string | undefined;
  services: RpcServices;
}

/** Returns the `result` of the reply; throws what becomes its `error`. */
export type Method = (call: MethodCall) => Promise<object>;

/** What a failed request is answered with. */
export type FailureReply =
  | { httpStatus: number; error: Pick<Fault, 'code' | 'message' | 'data'> }
  | { httpStatus: number; result: object };

export interface Dialect {
  readonly name: string;
  recognises(facts: RequestFacts): boolean;
  readonly methods: Readonly<Record<string, Method>>;
  presentFault(fault: Fault, facts: RequestFacts): FailureReply;
}
