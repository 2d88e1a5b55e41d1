import type { WebSocket } from 'ws';
import type { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import type { CLOSE_CODES } from '../../model/protocol/channel/close-codes.ts';
import {
  type ExtensionAnswer,
  ExtensionNotice,
  type ExtensionRequest,
  readExtensionMessage,
  type ServiceNotice,
  type TAB_REQUESTS,
  type TabRequestName,
} from '../../model/protocol/channel/extension.ts';
import { closeInTime, keepAsking } from '../hub/page-socket.ts';

/** Called synchronously with its message: later messages must not overtake it. */
type TabAnswered = (answer: { result: unknown } | { message: string }) => void;

interface SocketOptions {
  heartbeatMs: number;
  onRequest(method: string, params: unknown): Promise<unknown>;
  onNotice(notice: ExtensionNotice): void;
  explain(error: unknown): object;
}

type TabParams<Name extends TabRequestName> = z.input<(typeof TAB_REQUESTS)[Name]['params']>;

/** Longer than any request to a tab, except protocol commands, which Playwright times out itself. */
const ANSWER_LIMIT_MS = 10_000;

export class ExtensionSocket {
  readonly #socket: WebSocket;
  readonly #options: SocketOptions;
  readonly #asked = new Map<number, TabAnswered>();
  #nextId = 1;

  constructor(socket: WebSocket, options: SocketOptions) {
    this.#socket = socket;
    this.#options = options;
    socket.on('message', (data, isBinary) => {
      const message = isBinary ? undefined : readExtensionMessage(String(data), ExtensionNotice);
      if (message === undefined) this.close('misused', 'Not a message of the extension.');
      else if ('notice' in message) options.onNotice(message.notice);
      else if ('answer' in message) this.#answered(message.answer);
      else void this.#answer(message.request);
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      for (const answered of this.#asked.values()) answered({ message: 'The extension is gone.' });
      this.#asked.clear();
    });
    keepAsking(socket, options.heartbeatMs);
  }

  onClose(listener: () => void): void {
    this.#socket.once('close', listener);
  }

  notify(notice: ServiceNotice): void {
    this.#send(notice);
  }

  send<Name extends TabRequestName>(method: Name, params: TabParams<Name>, answered: TabAnswered): void {
    if (this.#socket.readyState !== this.#socket.OPEN) {
      answered({ message: 'The extension is gone.' });
      return;
    }
    const id = this.#nextId++;
    this.#asked.set(id, answered);
    this.#send({ jsonrpc: '2.0', id, method, params });
  }

  /** Errors: `browser-lost`. */
  async ask<Name extends TabRequestName>(method: Name, params: TabParams<Name>): Promise<unknown> {
    return await new Promise((resolve, reject) => {
      const fail = (message: string) => reject(new AppError('browser-lost', message));
      const late = setTimeout(() => fail('The extension did not answer.'), ANSWER_LIMIT_MS);
      this.send(method, params, answer => {
        clearTimeout(late);
        if ('result' in answer) resolve(answer.result);
        else fail(answer.message);
      });
    });
  }

  close(code: keyof typeof CLOSE_CODES, reason: string): void {
    closeInTime(this.#socket, code, reason);
  }

  terminate(): void {
    this.#socket.terminate();
  }

  #send(message: object): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #answered({ id, result, error }: ExtensionAnswer): void {
    const answered = this.#asked.get(id);
    this.#asked.delete(id);
    answered?.(error === undefined ? { result } : { message: error.message });
  }

  async #answer({ id, method, params }: ExtensionRequest): Promise<void> {
    try {
      const result = await this.#options.onRequest(method, params);
      this.#send({ jsonrpc: '2.0', id, result: result ?? null });
    } catch (error) {
      this.#send({ jsonrpc: '2.0', id, error: this.#options.explain(error) });
    }
  }
}
