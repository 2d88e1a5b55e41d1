import { z } from 'zod';
import { NAMED_BY } from '../rpc/dialects/dialects.ts';

const META = 'io.modelcontextprotocol/protocolVersion';

const Message = z.object({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  params: z
    .looseObject({
      name: z.string().optional(),
      uri: z.string().optional(),
      requestId: z.union([z.string(), z.number()]).optional(),
      _meta: z.looseObject({ [META]: z.string().optional() }).optional(),
    })
    .optional(),
});

export interface Outline {
  /** Undefined for a notification. */
  id?: string | number | undefined;
  method?: string | undefined;
  cancels?: string | number | undefined;
  headers: Readonly<Record<string, string>>;
}

const asHeader = (text: string): string =>
  /^[\x21-\x7e]+$/.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;

/**
 * Invalid messages are left to the service to refuse. `revision`: the one that `initialize` agreed on, if it was sent.
 * A batch is sent without it, since only plain JSON-RPC has batches.
 */
export function outlineOf(line: string, revision: string | undefined): Outline {
  const message = Message.safeParse(parse(line)).data;
  if (message === undefined) return { headers: {} };
  const { id, method, params } = message;
  const outline = { id, method, cancels: method === 'notifications/cancelled' ? params?.requestId : undefined };
  const modern = params?._meta?.[META];
  if (modern === undefined || method === undefined)
    return { ...outline, headers: revision === undefined ? {} : { 'MCP-Protocol-Version': revision } };
  const repeated = params?.[NAMED_BY[method] ?? ''];
  return {
    ...outline,
    headers: {
      'MCP-Protocol-Version': asHeader(String(modern)),
      'Mcp-Method': asHeader(method),
      ...(typeof repeated === 'string' ? { 'Mcp-Name': asHeader(repeated) } : {}),
    },
  };
}

function parse(line: string): unknown {
  try {
    const value: unknown = JSON.parse(line);
    return value;
  } catch {
    return undefined;
  }
}
