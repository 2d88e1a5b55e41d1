import type { IncomingCall } from '../../tools/define/define-tool.ts';
import type { ToolCallServices } from './call-tool.ts';
import type { Fault } from './fault.ts';
import type { ListTools } from './list-tools.ts';
import type { Prompt } from './prompt.ts';
import type { Resource } from './resource.ts';

/** MCP repeats in headers what the body says; its clients are known by `accept`. */
export interface RpcHeaders {
  accept?: string | undefined;
  protocolVersion?: string | undefined;
  method?: string | undefined;
  name?: string | undefined;
}

/** The request alone shows its dialect, so that no session is needed. */
export interface RequestFacts {
  method: string;
  params: object | undefined;
  headers: RpcHeaders;
}

export interface RpcServices extends ToolCallServices {
  listTools: ListTools;
  resources: readonly Resource[];
  prompts: readonly Prompt[];
  release: string;
}

export interface MethodCall extends IncomingCall {
  /** `?tools=` of the address. */
  selection: string | undefined;
  services: RpcServices;
}

/** What it returns is the `result` of the reply, what it throws becomes the `error`. */
export type Method = (call: MethodCall) => Promise<object>;

export type FailureReply =
  | { httpStatus: number; error: Pick<Fault, 'code' | 'message' | 'data'> }
  | { httpStatus: number; result: object };

export interface Dialect {
  readonly name: string;
  recognises(facts: RequestFacts): boolean;
  /** Runs before the method. Errors: those of the dialect. */
  check?(facts: RequestFacts): void;
  readonly methods: Readonly<Record<string, Method>>;
  presentResult?(result: object, facts: RequestFacts, services: RpcServices): object;
  presentFault(fault: Fault, facts: RequestFacts, services: RpcServices): FailureReply;
  readonly streams: boolean;
  /** Whether a client that goes away before it is answered cancels its request. */
  readonly leavingCancels: boolean;
  readonly cancellation?: string;
}
