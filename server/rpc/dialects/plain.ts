import { redactDeep } from '../../../model/values/redactor.ts';
import { callTool } from '../call-tool.ts';
import type { Dialect, MethodCall } from './dialect.ts';
import { toolsList } from './tools-list.ts';

/** A tool's output as the one text of a result: compact JSON. */
async function toolsCall(call: MethodCall): Promise<object> {
  const { output } = await callTool(call, call.services);
  return { content: [{ type: 'text', text: JSON.stringify(redactDeep(output, call.services.redact)) ?? 'null' }] };
}

/** JSON-RPC 2.0 as the specification of the tool API has it: whatever fails is an `error`. */
export const plain: Dialect = {
  name: 'plain',
  recognises: () => true,
  methods: { 'tools/call': toolsCall, 'tools/list': toolsList },
  presentFault: ({ httpStatus, code, message, data }) => ({ httpStatus, error: { code, message, data } }),
  streams: false,
  closingCancels: false,
};
