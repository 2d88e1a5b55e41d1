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

/** Takes a socket that may be opened, with the address it was asked for. */
export type TakeSocket = (socket: WebSocket, admission: Admission, url: URL) => void;

/** Who may open a socket at a path, and who takes it. */
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
  /** By path; at any other one a socket is refused as one of a page would be. */
  routes: Readonly<Record<string, SocketRoute>>;
  admit: Admit;
}

/** Opens the WebSockets of a web server, for those who prove that they may have them, at the paths that are served. */
export function serveSockets({ server, admit, limits, signal, routes }: SocketServerOptions): void {
  const unproved = new UnprovedSockets({ limits, signal });
  const openers = new Map(Object.entries(routes).map(([path, route]) => [path, { ...route, sockets: opener(route) }]));
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Whoever goes away in the middle is no fault of ours.
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

/** Tells nothing but the status: whoever asks without leave learns no more. */
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
  /** Called at once with the proof, so that what was sent right after it finds who takes it. */
  enter(admission: Admission): void;
}

/**
 * Sockets that have yet to prove who opened them. Each gets little time and few bytes, and nothing is answered. There is
 * no place to be had by holding it: where they are too many the oldest goes, and a page proves itself at once.
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
    // A message is announced as long as it likes, and passed on when it is whole. The socket has read these bytes already.
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
    // A frame that is too large or malformed: ws closes the socket, which is all there is to do.
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
