import { AppError } from '../../../model/protocol/errors.ts';
import { redactDeep } from '../../../model/values/redactor.ts';
import { callTool, namedParams } from '../call-tool.ts';
import type { Dialect, MethodCall } from './dialect.ts';

/** A tool's output as the one text of a result: compact JSON. */
async function toolsCall({ params, caller, services }: MethodCall): Promise<object> {
  const output = await callTool({ params, caller }, services);
  return { content: [{ type: 'text', text: JSON.stringify(redactDeep(output, services.redact)) ?? 'null' }] };
}

async function toolsList({ params, caller, selection, services }: MethodCall): Promise<object> {
  const { cursor } = namedParams(params);
  if (cursor !== undefined)
    throw new AppError('invalid-params', 'The list has one page: leave "cursor" out.', { field: 'params.cursor' });
  return { tools: services.listTools({ access: caller.access, selection }) };
}

/** JSON-RPC 2.0 as the specification of the tool API has it: whatever fails is an `error`. */
export const plain: Dialect = {
  name: 'plain',
  recognises: () => true,
  methods: { 'tools/call': toolsCall, 'tools/list': toolsList },
  presentFault: ({ httpStatus, code, message, data }) => ({ httpStatus, error: { code, message, data } }),
};
