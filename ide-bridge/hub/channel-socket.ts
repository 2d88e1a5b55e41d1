import type { RawData, WebSocket } from 'ws';
import { contentFault } from '../../model/errors/content-fault.ts';
import { ChannelMessage, CLOSE_CODES } from '../../model/protocol/channel/channel.ts';
import { keepAsking } from './heartbeat.ts';
import type { HubLimits } from './hub-limits.ts';
import { MessageRate } from './message-rate.ts';

interface Options {
  limits: HubLimits;
  onMessage(message: ChannelMessage): void;
}

/** One WebSocket of a page: whole messages in and out, within limits. */
export class ChannelSocket {
  readonly #socket: WebSocket;
  readonly #limits: HubLimits;
  readonly #rate: MessageRate;

  constructor(socket: WebSocket, { limits, onMessage }: Options) {
    this.#socket = socket;
    this.#limits = limits;
    this.#rate = new MessageRate({ perSecond: limits.messagesPerSecond, burst: limits.messageBurst });
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary, onMessage));
    // A frame that is too large or malformed: ws closes the socket, which is all there is to do.
    socket.on('error', () => {});
    keepAsking(socket, limits.heartbeatMs);
  }

  onClose(listener: () => void): void {
    this.#socket.once('close', listener);
  }

  send(message: ChannelMessage): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#socket.send(JSON.stringify(message));
    if (this.#socket.bufferedAmount > this.#limits.unreadBytes) this.close('tooSlow', 'The page does not read.');
  }

  /** One that does not close in time is cut. */
  close(code: keyof typeof CLOSE_CODES, reason: string): void {
    this.#socket.close(CLOSE_CODES[code], reason);
    if (code !== 'ending') setTimeout(() => this.#socket.terminate(), CLOSING_GRACE_MS).unref();
  }

  terminate(): void {
    this.#socket.terminate();
  }

  #receive(data: RawData, isBinary: boolean, onMessage: (message: ChannelMessage) => void): void {
    const isTooMuch = !this.#rate.take();
    const message = isBinary || isTooMuch ? undefined : readMessage(String(data));
    if (message !== undefined) onMessage(message);
    else this.close('misused', isTooMuch ? 'Too many messages.' : 'Not a message of a page.');
  }
}

/** What a socket that is to close may take for it. */
export const CLOSING_GRACE_MS = 2_000;

/** Undefined for what no page of ours sends. */
function readMessage(text: string): ChannelMessage | undefined {
  try {
    const json: unknown = JSON.parse(text);
    if (contentFault(json) !== undefined) return undefined;
    const parsed = ChannelMessage.safeParse(json);
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
