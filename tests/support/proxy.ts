import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { portOf } from './port-of.ts';

interface ProxyOptions {
  /** Where everything leads that it is asked for. */
  targetPort: number;
  /** It answers this in the place of letting through; `silent`: nothing at all. */
  answer?: number | 'silent';
}

export interface StartedProxy extends AsyncDisposable {
  /** Host and port. */
  host: string;
  /** What it was asked for, oldest first: the method, the target, and what it was told of who asks. */
  readonly seen: { asked: string; credentials: string | undefined; authorization: string | undefined }[];
}

/** A proxy like those of firms: tunnels by CONNECT, other requests passed on. */
export async function startProxy({ targetPort, answer }: ProxyOptions): Promise<StartedProxy> {
  const seen: StartedProxy['seen'] = [];
  const sockets = new Set<Duplex>();
  const note = ({ method, url, headers }: IncomingMessage) =>
    seen.push({
      asked: `${method} ${url}`,
      credentials: headers['proxy-authorization'],
      authorization: headers.authorization,
    });
  const server = createServer((asked, response) => {
    note(asked);
    if (answer === 'silent') return;
    if (answer !== undefined) return void response.writeHead(answer).end();
    const { pathname, search } = new URL(asked.url ?? '');
    const target = request({ port: targetPort, path: pathname + search, method: asked.method, headers: asked.headers });
    target.on('response', answered => {
      response.writeHead(answered.statusCode ?? 0, answered.headers);
      answered.pipe(response);
    });
    asked.pipe(target);
  });
  server.on('connect', (asked, socket) => {
    note(asked);
    sockets.add(socket.on('error', () => {}));
    if (answer === 'silent') return;
    if (answer !== undefined) return void socket.end(`HTTP/1.1 ${answer} No\r\n\r\n`);
    const target = connect(targetPort, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    sockets.add(target.on('error', () => {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${portOf(server)}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      for (const socket of sockets) socket.destroy();
    },
  };
}
