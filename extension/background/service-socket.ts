import {
  ALIVE_EVERY_MS,
  EXTENSION_PATH,
  type ExtensionAnswer,
  type ExtensionNotice,
  type ExtensionRequest,
  readExtensionMessage,
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
    const message = readExtensionMessage(text, ServiceNotice);
    if (message === undefined) return;
    if ('notice' in message) this.#options.onNotice(message.notice);
    else if ('answer' in message) this.#answered(message.answer);
    else void this.#answer(message.request);
  }

  #answered({ id, result, error }: ExtensionAnswer): void {
    const question = this.#asked.get(id);
    this.#asked.delete(id);
    if (error === undefined) question?.resolve(result);
    else question?.reject(new Error(error.message));
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
