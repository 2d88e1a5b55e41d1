import type { IncomingMessage, Server } from 'node:http';
import type { Server as SecureServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { AppError, ERRORS, isAppError } from '../../model/errors/errors.ts';
import type { CLOSE_CODES } from '../../model/protocol/channel/close-codes.ts';
import type { Admission, Admit } from '../../model/protocol/channel/page-service.ts';
import { SessionProof } from '../../model/protocol/channel/session.ts';
import { HUB_LIMITS, type HubLimits } from './hub-limits.ts';
import { closeInTime } from './page-socket.ts';

export type TakeSocket = (socket: WebSocket, admission: Admission, url: URL) => void;

interface SocketRoute {
  admit: Admit;
  messageBytes: number;
  take: TakeSocket;
}

interface SocketServerOptions {
  server: Server | SecureServer;
  limits?: Partial<HubLimits> | undefined;
  /** Aborted when the service ends. */
  signal: AbortSignal;
  /** By path; sockets at other paths are refused as a page's would be. */
  routes: Readonly<Record<string, SocketRoute>>;
  admit: Admit;
}

export function serveSockets({ server, admit, limits, signal, routes }: SocketServerOptions): void {
  const unproved = new UnprovedSockets({ limits, signal });
  const openers = new Map(Object.entries(routes).map(([path, route]) => [path, { ...route, sockets: opener(route) }]));
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A client may disconnect at any time.
    socket.on('error', () => socket.destroy());
    try {
      if (signal.aborted) throw new AppError('stopped', 'Steploom is shutting down.');
      const url = URL.parse(request.url ?? '/', 'http://localhost');
      const route = url === null ? undefined : openers.get(url.pathname);
      const prove = (route?.admit ?? admit)(request);
      if (url === null || route === undefined) refuse(socket, 404);
      else
        route.sockets.handleUpgrade(request, socket, head, opened =>
          unproved.add(opened, { connection: socket, prove, enter: admission => route.take(opened, admission, url) }),
        );
    } catch (error) {
      refuse(socket, isAppError(error) ? ERRORS[error.kind].httpStatus : 500);
    }
  });
}

const opener = ({ messageBytes: maxPayload }: SocketRoute) =>
  new WebSocketServer({ noServer: true, maxPayload, perMessageDeflate: false, clientTracking: false });

/** Only the status: strangers learn no more. */
function refuse(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

interface ProofOptions {
  limits?: Partial<HubLimits> | undefined;
  /** Aborted when the service ends. */
  signal: AbortSignal;
}

interface UnprovedEntry {
  /** What the socket is on. */
  connection: Duplex;
  prove(session: string): Admission | undefined;
  /** Called synchronously, so that messages right after the proof find their handler. */
  enter(admission: Admission): void;
}

/**
 * Sockets without proof get little time and few bytes, and no answer. Holding one gains nothing: where there are too
 * many the oldest goes, and pages prove themselves at once.
 */
class UnprovedSockets {
  readonly #limits: HubLimits;
  readonly #waiting = new Map<WebSocket, (code: keyof typeof CLOSE_CODES, reason: string) => void>();

  constructor({ limits, signal }: ProofOptions) {
    this.#limits = { ...HUB_LIMITS, ...limits };
    signal.addEventListener('abort', () => {
      for (const socket of this.#waiting.keys()) socket.terminate();
    });
  }

  add(socket: WebSocket, { connection, prove, enter }: UnprovedEntry): void {
    const { proofMs, proofBytes, unproved } = this.#limits;
    const [oldest] = this.#waiting.values();
    if (this.#waiting.size >= unproved) oldest?.('tooMany', 'Too many sockets prove nothing.');
    let bytes = 0;
    const leave = () => {
      clearTimeout(limit);
      this.#waiting.delete(socket);
      socket.off('message', onMessage).off('close', leave);
    };
    const refuse = (code: keyof typeof CLOSE_CODES, reason: string) => {
      leave();
      closeInTime(socket, code, reason);
    };
    const onMessage = (data: RawData, isBinary: boolean) => {
      const session = isBinary ? undefined : readProof(String(data));
      const admission = session === undefined ? undefined : prove(session);
      if (admission === undefined) return refuse('signedOut', 'Nobody is signed in by this.');
      leave();
      connection.off('data', onData);
      enter(admission);
    };
    // Counts raw bytes, since a message is passed on only when whole; the socket has read these already.
    const onData = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= proofBytes) return;
      if (this.#waiting.has(socket)) refuse('signedOut', 'A proof is shorter.');
      if (socket.readyState === socket.CLOSING) socket.pause();
    };
    const limit = setTimeout(() => refuse('signedOut', 'It proved nothing.'), proofMs);
    limit.unref();
    this.#waiting.set(socket, refuse);
    socket.on('message', onMessage).on('close', leave);
    socket.on('error', () => {});
    connection.on('data', onData);
  }
}

/** Undefined for anything else. */
function readProof(text: string): string | undefined {
  try {
    return SessionProof.safeParse(JSON.parse(text)).data?.params.session;
  } catch {
    return undefined;
  }
}
