import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import type { RpcLimits } from '../calls/limits.ts';

export type WebServer = Server | SecureServer;

const CLOSING_GRACE_MS = 700;

export function createWebServer(limits: RpcLimits, tls: { cert: string; key: string } | undefined): WebServer {
  const options = {
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: 1_000,
    // The guard answers a request without Host, with a reason.
    requireHostHeader: false,
  };
  if (tls === undefined) return createServer(options);
  const { cert, key } = tls;
  return createSecureServer({
    ...options,
    cert,
    key,
    minVersion: 'TLSv1.2',
    handshakeTimeout: limits.headersTimeoutMs,
  });
}

export async function closeWebServer(server: WebServer): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()));
  server.closeIdleConnections();
  const grace = setTimeout(() => server.closeAllConnections(), CLOSING_GRACE_MS);
  await closed;
  clearTimeout(grace);
}
