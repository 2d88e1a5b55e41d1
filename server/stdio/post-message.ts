import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { type ReachedServer, sendTo } from '../process/ask-server.ts';
import { systemCode } from '../store/files/file-system.ts';

interface Post {
  server: ReachedServer;
  token: string;
  /** `all`, or groups of tools to list; undefined for the default list. */
  tools: string | undefined;
  headers: Readonly<Record<string, string>>;
  body: string;
  signal: AbortSignal;
}

/** Yields one JSON text for each message of the reply. */
export async function* postMessage({ server, token, tools, headers, body, signal }: Post): AsyncGenerator<string> {
  // A connection for each message: one that is refused has certainly delivered nothing.
  const onward = sendTo(server, {
    path: `/api/mcp${tools === undefined ? '' : `?tools=${encodeURIComponent(tools)}`}`,
    signal,
    body,
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      Authorization: `Bearer ${token}`,
      ...headers,
    },
  });
  const [response]: IncomingMessage[] = await once(onward, 'response', { signal });
  if (response === undefined) return;
  if (response.headers['content-type'] === 'text/event-stream') yield* eventsOf(response);
  else {
    const whole = await text(response);
    if (whole !== '') yield whole;
  }
}

const DATA = 'data: ';

interface EndedSession {
  server: ReachedServer;
  token: string;
  session: string;
  signal: AbortSignal;
}

/** Tells the service that a client has left. */
export async function endSession({ server, token, session, signal }: EndedSession): Promise<void> {
  const headers = { Authorization: `Bearer ${token}`, 'Mcp-Session-Id': session };
  const onward = sendTo(server, { method: 'DELETE', path: '/api/mcp', signal, headers });
  const [response]: IncomingMessage[] = await once(onward, 'response', { signal });
  response?.resume();
}

/** The service writes each message as one line of data. */
async function* eventsOf(response: IncomingMessage): AsyncGenerator<string> {
  for await (const line of createInterface({ input: response, crlfDelay: Number.POSITIVE_INFINITY }))
    if (line.startsWith(DATA)) yield line.slice(DATA.length);
}

/** True where nobody listened, so that the message can be sent elsewhere. */
export const isRefused = (error: unknown): boolean => systemCode(error) === 'ECONNREFUSED';
