import { z } from 'zod';
import { askServer } from '../../process/ask-server.ts';
import type { ServerFile } from '../../service/server-file.ts';

const Reply = z.object({ result: z.object({ content: z.array(z.object({ text: z.string() })).min(1) }) });
const Link = z.object({ url: z.string() });

/** Has a running service make a link that signs a browser in; undefined where it does not. */
export async function newLink(server: ServerFile, signal: AbortSignal): Promise<string | undefined> {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'createSignInLink', arguments: {} } };
  try {
    const { text } = await askServer(server, {
      path: '/api/mcp',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${server.secret}` },
      body: JSON.stringify(body),
      signal,
    });
    const [first] = Reply.parse(JSON.parse(text)).result.content;
    return Link.parse(JSON.parse(first?.text ?? '')).url;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
