import type { ServerResponse } from 'node:http';
import type { JobProgress } from '../../jobs/progress.ts';
import type { ProgressStream, StreamRequest } from './answer.ts';

/** A client that reads slower than this gets no more progress notifications; the result still comes. */
const MOST_UNREAD_BYTES = 64 * 1024;

interface StreamOptions {
  headers: Readonly<Record<string, string>>;
  /** A token can be revoked during its call. */
  isLetIn(): boolean;
}

const LOOK_EVERY_MS = 1_000;

export class EventStream implements ProgressStream {
  readonly #response: ServerResponse;
  readonly #request: StreamRequest;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #isLetIn: () => boolean;
  #last = Number.NEGATIVE_INFINITY;

  constructor(response: ServerResponse, request: StreamRequest, { headers, isLetIn }: StreamOptions) {
    this.#response = response;
    this.#request = request;
    this.#headers = headers;
    this.#isLetIn = isLetIn;
  }

  report = ({ progress, total, message }: JobProgress): void => {
    // The protocol wants values that rise.
    if (this.#isCut() || progress <= this.#last || this.#response.writableLength > MOST_UNREAD_BYTES) return;
    this.#last = progress;
    const params = { progressToken: this.#request.token, progress, total, message };
    this.#send({ jsonrpc: '2.0', method: 'notifications/progress', params });
  };

  /** False when no stream was begun. */
  end(reply: object | undefined): boolean {
    if (!this.#response.headersSent) return false;
    if (this.#isCut()) return true;
    if (reply !== undefined) this.#send(reply);
    this.#response.end();
    return true;
  }

  #isCut(): boolean {
    const isCut = this.#response.destroyed || !this.#isLetIn();
    if (isCut && this.#response.headersSent) this.#response.destroy();
    return isCut;
  }

  #send(message: object): void {
    if (!this.#response.headersSent) this.#begin();
    this.#response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  }

  #begin(): void {
    this.#response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
      ...this.#headers,
    });
    const timer = setInterval(() => this.#isCut(), LOOK_EVERY_MS).unref();
    this.#response.once('close', () => clearInterval(timer));
  }
}
