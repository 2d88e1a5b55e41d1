import { redactDeep } from '../../../model/values/redactor.ts';
import { callTool, noticeContent } from '../calls/call-tool.ts';
import type { Dialect, MethodCall } from '../calls/dialect.ts';
import { toolsList } from './tools-list.ts';

/** A tool's output as the one text of a result: compact JSON. */
async function toolsCall(call: MethodCall): Promise<object> {
  const { output, notice } = await callTool(call, call.services);
  const { redact } = call.services;
  const text = JSON.stringify(redactDeep(output, redact)) ?? 'null';
  return { content: [{ type: 'text', text }, ...noticeContent(notice, redact)] };
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
