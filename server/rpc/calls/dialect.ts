/** The seam between what a call does and how its reply is written; each dialect of the endpoint is one file here. */
import type { IncomingCall } from '../../tools/define/define-tool.ts';
import type { ToolCallServices } from './call-tool.ts';
import type { Fault } from './fault.ts';
import type { ListTools } from './list-tools.ts';
import type { Prompt } from './prompt.ts';
import type { Resource } from './resource.ts';

/** Headers by which MCP repeats what the body says, and the one by which its clients are known. */
export interface RpcHeaders {
  accept?: string | undefined;
  /** `MCP-Protocol-Version`. */
  protocolVersion?: string | undefined;
  /** `Mcp-Method`. */
  method?: string | undefined;
  /** `Mcp-Name`. */
  name?: string | undefined;
}

/** All that tells one dialect from another: the request alone, so that no session is needed. */
export interface RequestFacts {
  method: string;
  params: object | undefined;
  headers: RpcHeaders;
}

export interface RpcServices extends ToolCallServices {
  listTools: ListTools;
  resources: readonly Resource[];
  prompts: readonly Prompt[];
  /** Number of this release. */
  release: string;
}

/** One request as a method sees it. */
export interface MethodCall extends IncomingCall {
  /** `?tools=` of the address. */
  selection: string | undefined;
  services: RpcServices;
}

/** Returns the `result` of the reply; throws what becomes its `error`. */
export type Method = (call: MethodCall) => Promise<object>;

export type FailureReply =
  | { httpStatus: number; error: Pick<Fault, 'code' | 'message' | 'data'> }
  | { httpStatus: number; result: object };

export interface Dialect {
  readonly name: string;
  recognises(facts: RequestFacts): boolean;
  /** Looks at the request before its method. Errors: those of the dialect. */
  check?(facts: RequestFacts): void;
  readonly methods: Readonly<Record<string, Method>>;
  /** Adds to a result what every one of this dialect carries. */
  presentResult?(result: object, facts: RequestFacts, services: RpcServices): object;
  presentFault(fault: Fault, facts: RequestFacts, services: RpcServices): FailureReply;
  /** Whether a request may be answered as a stream that tells of its progress. */
  readonly streams: boolean;
  /** Whether a client that goes away before it is answered cancels its request. */
  readonly leavingCancels: boolean;
  /** The notification by which a client cancels a request; undefined where it has other ways. */
  readonly cancellation?: string;
}
