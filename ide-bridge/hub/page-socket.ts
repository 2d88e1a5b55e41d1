import type { WebSocket } from 'ws';
import type { z } from 'zod';
import { CLOSE_CODES } from '../../model/protocol/channel/close-codes.ts';
import { contentFault } from '../../model/values/json-value.ts';
import type { HubLimits } from './hub-limits.ts';

interface PageSocketOptions<Schema extends z.ZodType> {
  limits: Pick<HubLimits, 'messagesPerSecond' | 'messageBurst' | 'unreadBytes' | 'heartbeatMs'>;
  messages: Schema;
  onMessage(message: z.output<Schema>): void;
}

const CLOSING_GRACE_MS = 2_000;

/** Whole messages in and out, within limits. */
export class PageSocket<Schema extends z.ZodType> {
  readonly #socket: WebSocket;
  readonly #unreadBytes: number;

  constructor(socket: WebSocket, { limits, messages, onMessage }: PageSocketOptions<Schema>) {
    this.#socket = socket;
    this.#unreadBytes = limits.unreadBytes;
    const isInTime = messageRate(limits.messagesPerSecond, limits.messageBurst);
    socket.on('message', (data, isBinary) => {
      const isTooMuch = !isInTime();
      const message = isBinary || isTooMuch ? undefined : readMessage(String(data), messages);
      if (message !== undefined) onMessage(message);
      else this.close('misused', isTooMuch ? 'Too many messages.' : 'Not a message of a page.');
    });
    // ws closes the socket on oversized or malformed frames.
    socket.on('error', () => {});
    keepAsking(socket, limits.heartbeatMs);
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  onClose(listener: () => void): void {
    this.#socket.once('close', listener);
  }

  send(message: unknown): void {
    if (!this.isOpen) return;
    this.#socket.send(JSON.stringify(message));
    if (this.#socket.bufferedAmount > this.#unreadBytes) this.close('tooSlow', 'The page does not read.');
  }

  /** Terminated if it does not close in time. */
  close(code: keyof typeof CLOSE_CODES, reason: string): void {
    closeInTime(this.#socket, code, reason);
  }

  terminate(): void {
    this.#socket.terminate();
  }
}

/** Terminated if it does not close in time. */
export function closeInTime(socket: WebSocket, code: keyof typeof CLOSE_CODES, reason: string): void {
  socket.close(CLOSE_CODES[code], reason);
  setTimeout(() => socket.terminate(), CLOSING_GRACE_MS).unref();
}

function readMessage<Schema extends z.ZodType>(text: string, messages: Schema): z.output<Schema> | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return contentFault(json) === undefined ? messages.safeParse(json).data : undefined;
  } catch {
    return undefined;
  }
}

function messageRate(perSecond: number, burst: number): () => boolean {
  let left = burst;
  let at = performance.now();
  return () => {
    const now = performance.now();
    left = Math.min(burst, left + ((now - at) / 1_000) * perSecond);
    at = now;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}

const MOST_MISSED = 2;

/** Terminates a socket that missed two pings. */
export function keepAsking(socket: WebSocket, intervalMs: number): void {
  let missed = 0;
  socket.on('pong', () => {
    missed = 0;
  });
  const beat = setInterval(() => {
    if (missed >= MOST_MISSED) {
      socket.terminate();
      return;
    }
    missed += 1;
    socket.ping();
  }, intervalMs);
  beat.unref();
  socket.once('close', () => clearInterval(beat));
}
