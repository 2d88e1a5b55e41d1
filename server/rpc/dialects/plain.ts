import { AppError } from '../../../model/errors/errors.ts';
import { redactDeep } from '../../../model/values/redactor.ts';
import { callTool, namedParams, noticeContent } from '../calls/call-tool.ts';
import type { Dialect, MethodCall } from '../calls/dialect.ts';

/** The tools that the caller may use. Errors: `invalid-params` for a group that does not exist. */
export async function toolsList({ params, caller, selection, services }: MethodCall): Promise<object> {
  onePage(params);
  return { tools: services.listTools({ access: caller.access, selection }) };
}

/** Lists of this endpoint have one page. Errors: `invalid-params` for a cursor, which none was given out. */
export function onePage(params: object | undefined): void {
  if (namedParams(params).cursor !== undefined)
    throw new AppError('invalid-params', 'The list has one page: leave "cursor" out.', { field: 'params.cursor' });
}

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
