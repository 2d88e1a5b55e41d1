import { z } from 'zod';

export const LEGACY = '2025-11-25';
export const MODERN = '2026-07-28';

const Reply = z.object({
  result: z.record(z.string(), z.unknown()).optional(),
  error: z
    .object({ code: z.number(), message: z.string(), data: z.record(z.string(), z.unknown()).optional() })
    .optional(),
});

export interface McpReply extends z.infer<typeof Reply> {
  status: number;
}

interface McpRequest {
  url: string;
  token: string;
  headers?: Record<string, string>;
  /** Aborted when the client goes away. */
  signal?: AbortSignal;
}

export const modernMeta = (version = MODERN): object => ({
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientCapabilities': {},
});

const NAMES: Record<string, string> = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' };

/** Headers with which a client of 2026-07-28 repeats what its body says. */
export function modernHeaders(method: string, params: Record<string, unknown>): Record<string, string> {
  const name = params[NAMES[method] ?? ''];
  return {
    'mcp-protocol-version': MODERN,
    'mcp-method': method,
    ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
  };
}

/** Sends requests as MCP clients of either era do. */
export class McpClient {
  readonly #request: McpRequest;

  constructor(request: McpRequest) {
    this.#request = request;
  }

  legacy(method: string, params: Record<string, unknown> = {}): Promise<McpReply> {
    return this.send({ method, params }, { 'mcp-protocol-version': LEGACY });
  }

  modern(method: string, params: Record<string, unknown> = {}): Promise<McpReply> {
    return this.send({ method, params: { ...params, _meta: modernMeta() } }, modernHeaders(method, params));
  }

  async send(message: object, headers: Record<string, string> = {}): Promise<McpReply> {
    const response = await this.post(message, headers);
    return { status: response.status, ...Reply.parse(await response.json()) };
  }

  post(message: object, headers: Record<string, string> = {}): Promise<Response> {
    const { url, token, headers: own = {}, signal } = this.#request;
    return fetch(url, {
      method: 'POST',
      ...(signal === undefined ? {} : { signal }),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${token}`,
        ...own,
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
    });
  }
}
