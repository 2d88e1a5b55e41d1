/** The sample shop: a made-up web shop to be tested; it knows nothing of the service that tests it. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createShopApp } from './shop-app.ts';

const LOOPBACK = '127.0.0.1';
const REVIEWS_DELAY_MS = 400;

export interface SampleShop {
  /** Address without a slash at its end. */
  url: string;
  dispose(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface SampleShopOptions {
  /** 0, the default, takes a free port. */
  port?: number;
  /** How late the reviews of a product come. */
  slowMs?: number;
}

async function close(server: Server) {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

function portOf(server: Server) {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The sample shop has no port.');
  return address.port;
}

/** Opens the shop on a loopback port; rejects when the port is taken. */
export async function startSampleShop(options: SampleShopOptions = {}): Promise<SampleShop> {
  const { port = 0, slowMs = REVIEWS_DELAY_MS } = options;
  const closing = new AbortController();
  const server = createServer(createShopApp({ slowMs, closing: closing.signal, now: () => new Date() }));
  server.listen(port, LOOPBACK);
  await once(server, 'listening');
  let closed: Promise<void> | undefined;
  const dispose = () => {
    closing.abort();
    closed ??= close(server);
    return closed;
  };
  return { url: `http://${LOOPBACK}:${portOf(server)}`, dispose, [Symbol.asyncDispose]: dispose };
}
