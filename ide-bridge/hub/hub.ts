/** The WebSocket server of the IDE's pages: who is connected, what they ask, what they are told. */
import type { IncomingMessage, Server } from 'node:http';
import type { Server as SecureServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { BRIDGE_PATH, IdeId } from '../../model/protocol/channel/channel.ts';
import type { Admission, Admit, PageService } from '../../model/protocol/channel/page-service.ts';
import { ERRORS, isAppError } from '../../model/protocol/errors.ts';
import { HUB_LIMITS, type HubLimits } from './hub-limits.ts';
import { PageConnection } from './page-connection.ts';

interface Attachment {
  server: Server | SecureServer;
  admit: Admit;
  service: PageService;
}

type PagesListener = () => void;

/** The pages that are connected. */
export class Hub implements AsyncDisposable {
  readonly #limits: HubLimits;
  readonly #sockets: WebSocketServer;
  readonly #connections = new Set<PageConnection>();
  readonly #listeners = new Set<PagesListener>();
  /** Ids that are kept for windows on their way. */
  readonly #kept = new Set<IdeId>();
  #isDisposed = false;

  constructor(limits: Partial<HubLimits> = {}) {
    this.#limits = { ...HUB_LIMITS, ...limits };
    this.#sockets = new WebSocketServer({
      noServer: true,
      maxPayload: this.#limits.messageBytes,
      perMessageDeflate: false,
      clientTracking: false,
    });
  }

  /** Those that have said what they show; the one used last comes first. */
  get pages(): readonly PageConnection[] {
    return [...this.#connections].filter(({ report }) => report !== undefined).reverse();
  }

  /** Tells whenever pages come, go, or say something new; returns how to stop listening. */
  onChange(listener: PagesListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Serves the upgrades of a web server. */
  attach({ server, admit, service }: Attachment): void {
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      // Whoever goes away in the middle is no fault of ours.
      socket.on('error', () => socket.destroy());
      try {
        const admission = this.#admit(request, admit);
        if (admission === undefined) refuse(socket, 404);
        else
          this.#sockets.handleUpgrade(request, socket, head, opened => {
            const options = { limits: this.#limits, service, giveId: this.#giveId, onReport: this.#onReport };
            this.#add(new PageConnection(opened, options), admission);
          });
      } catch (error) {
        refuse(socket, isAppError(error) ? ERRORS[error.kind].httpStatus : 500);
      }
    });
  }

  /** A free id, kept for a window that is about to be opened. */
  keepId(): IdeId {
    const id = this.#freeId();
    this.#kept.add(id);
    return id;
  }

  /** Gives an id back that was not used. */
  dropId(id: IdeId): void {
    this.#kept.delete(id);
  }

  /** Closes all sockets. Idempotent. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    for (const connection of this.#connections) connection.close('ending', 'Steploom ends.');
    const rest = setTimeout(() => {
      for (const connection of this.#connections) connection.terminate();
    }, ENDING_GRACE_MS);
    await Promise.all([...this.#connections].map(connection => new Promise<void>(end => connection.onClose(end))));
    clearTimeout(rest);
    this.#sockets.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }

  /** Undefined for a path at which there are no sockets. */
  #admit(request: IncomingMessage, admit: Admit): Admission | undefined {
    const admission = admit(request);
    const [path] = (request.url ?? '').split('?');
    if (path !== BRIDGE_PATH || this.#isDisposed || this.#connections.size >= this.#limits.connections)
      return undefined;
    return admission;
  }

  #add(connection: PageConnection, admission: Admission): void {
    this.#connections.add(connection);
    const stop = admission.onEnd(() => connection.close('signedOut', 'Signed out.'));
    connection.onClose(() => {
      stop();
      this.#connections.delete(connection);
      this.#tell();
    });
  }

  readonly #giveId = (connection: PageConnection, wanted: IdeId | undefined): IdeId => {
    if (connection.ideId !== undefined) return connection.ideId;
    if (wanted === undefined || this.#isTaken(wanted)) return this.#freeId();
    this.#kept.delete(wanted);
    return wanted;
  };

  #isTaken(id: IdeId): boolean {
    return [...this.#connections].some(({ ideId }) => ideId === id);
  }

  #freeId(): IdeId {
    for (let number = 1; ; number++) {
      const id = IdeId.parse(`ide${number}`);
      if (!this.#isTaken(id) && !this.#kept.has(id)) return id;
    }
  }

  /** The page that was used last stands last among the connections. */
  readonly #onReport = (connection: PageConnection): void => {
    if (connection.report?.isFocused || this.pages.length === 1) {
      this.#connections.delete(connection);
      this.#connections.add(connection);
    }
    this.#tell();
  };

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

const ENDING_GRACE_MS = 500;

/** Tells nothing but the status: whoever asks without leave learns no more. */
function refuse(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
