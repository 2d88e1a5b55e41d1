import type { IncomingMessage, Server } from 'node:http';
import type { Server as SecureServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { AppError, ERRORS, isAppError } from '../../model/errors/errors.ts';
import type { Admission, Admit } from '../../model/protocol/channel/page-service.ts';
import type { HubLimits } from './hub-limits.ts';
import { UnprovedSockets } from './unproved-sockets.ts';

/** Takes a socket that may be opened, with the address it was asked for. */
export type TakeSocket = (socket: WebSocket, admission: Admission, url: URL) => void;

interface Options {
  server: Server | SecureServer;
  admit: Admit;
  messageBytes: number;
  limits?: Partial<HubLimits> | undefined;
  /** Aborted when the service ends. */
  signal: AbortSignal;
  /** By path. */
  routes: Readonly<Record<string, TakeSocket>>;
}

/** Opens the WebSockets of a web server, for those who prove that they may have them, at the paths that are served. */
export function serveSockets({ server, admit, messageBytes, limits, signal, routes }: Options): void {
  const unproved = new UnprovedSockets({ limits, signal });
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: messageBytes,
    perMessageDeflate: false,
    clientTracking: false,
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Whoever goes away in the middle is no fault of ours.
    socket.on('error', () => socket.destroy());
    try {
      if (signal.aborted) throw new AppError('stopped', 'Steploom ends.');
      const prove = admit(request);
      const url = new URL(request.url ?? '/', 'http://localhost');
      const take = Object.hasOwn(routes, url.pathname) ? routes[url.pathname] : undefined;
      if (take === undefined) refuse(socket, 404);
      else
        sockets.handleUpgrade(request, socket, head, opened =>
          unproved.add(opened, { connection: socket, prove, enter: admission => take(opened, admission, url) }),
        );
    } catch (error) {
      refuse(socket, isAppError(error) ? ERRORS[error.kind].httpStatus : 500);
    }
  });
}

/** Tells nothing but the status: whoever asks without leave learns no more. */
function refuse(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
