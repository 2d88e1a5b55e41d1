import {
  ALIVE_EVERY_MS,
  EXTENSION_PATH,
  ExtensionAnswer,
  type ExtensionNotice,
  ExtensionRequest,
  ServiceNotice,
} from '../../model/protocol/channel/extension.ts';
import { sessionProof } from '../../model/protocol/channel/session.ts';

interface ServiceSocketOptions {
  address: string;
  /** The code, or what it was exchanged for. */
  proof: string;
  onRequest(method: string, params: unknown): Promise<unknown>;
  onNotice(notice: ServiceNotice): void;
  onOpen(): void;
  /** `code` tells why, as CLOSE_CODES has it. */
  onClose(code: number): void;
}

interface PendingRequest {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** The socket to the service of Steploom. */
export class ServiceSocket {
  readonly #options: ServiceSocketOptions;
  readonly #socket: WebSocket;
  readonly #asked = new Map<number, PendingRequest>();
  #nextId = 1;

  constructor(options: ServiceSocketOptions) {
    this.#options = options;
    const { host, protocol } = new URL(options.address);
    const socket = new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}${EXTENSION_PATH}`);
    this.#socket = socket;
    // A service worker that says nothing for 30 s is put to sleep, and its socket with it.
    const beat = setInterval(() => this.notify({ method: 'extension/alive' }), ALIVE_EVERY_MS);
    socket.addEventListener('open', () => {
      socket.send(sessionProof(options.proof));
      options.onOpen();
    });
    socket.addEventListener('message', ({ data }) => this.#receive(String(data)));
    socket.addEventListener('close', ({ code }) => {
      clearInterval(beat);
      for (const { reject } of this.#asked.values()) reject(new Error('Steploom is gone.'));
      options.onClose(code);
    });
  }

  notify(notice: ExtensionNotice): void {
    this.#send({ jsonrpc: '2.0', ...notice });
  }

  ask(method: string, params: object): Promise<unknown> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
      this.#send({ jsonrpc: '2.0', id, method, params });
    });
  }

  close(): void {
    this.#socket.close();
  }

  #send(message: object): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #receive(text: string): void {
    const message = parse(text);
    const request = ExtensionRequest.safeParse(message).data;
    if (request !== undefined) return void this.#answer(request);
    const answer = ExtensionAnswer.safeParse(message).data;
    if (answer !== undefined) {
      const question = this.#asked.get(answer.id);
      this.#asked.delete(answer.id);
      if (answer.error === undefined) question?.resolve(answer.result);
      else question?.reject(new Error(answer.error.message));
      return;
    }
    const notice = ServiceNotice.safeParse(message).data;
    if (notice !== undefined) this.#options.onNotice(notice);
  }

  async #answer({ id, method, params }: ExtensionRequest): Promise<void> {
    try {
      this.#send({ jsonrpc: '2.0', id, result: await this.#options.onRequest(method, params) });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#send({ jsonrpc: '2.0', id, error: { code: -32000, message } });
    }
  }
}

/** Undefined for what is no message. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
