import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

const LOOPBACK = '127.0.0.1';

export interface OpenServer extends AsyncDisposable {
  /** Without a slash at its end. */
  url: string;
  dispose(): Promise<void>;
}

export interface Address {
  port?: number;
  host?: string;
}

/** Rejects when its port is taken. Closing ends open connections. */
export async function openServer(
  listener: RequestListener,
  { port = 0, host = LOOPBACK }: Address,
): Promise<OpenServer> {
  const server = createServer(listener).listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The service has no port.');
  let closed: Promise<unknown> | undefined;
  const dispose = async () => {
    closed ??= once(server.close(), 'close');
    server.closeAllConnections();
    await closed;
  };
  const name = host.includes(':') ? `[${host}]` : host;
  return { url: `http://${name}:${address.port}`, dispose, [Symbol.asyncDispose]: dispose };
}
