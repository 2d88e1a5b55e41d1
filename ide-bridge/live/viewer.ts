import type { RawData, WebSocket } from 'ws';
import { contentFault } from '../../model/errors/content-fault.ts';
import { CLOSE_CODES } from '../../model/protocol/channel/channel.ts';
import { FRAME_HEADER_BYTES, LiveInput, type LiveNotice } from '../../model/protocol/channel/live.ts';
import { CLOSING_GRACE_MS } from '../hub/channel-socket.ts';
import { keepAsking } from '../hub/heartbeat.ts';
import type { HubLimits } from '../hub/hub-limits.ts';
import { MessageRate } from '../hub/message-rate.ts';
import type { Frame } from './screencast.ts';

interface Options {
  limits: Pick<HubLimits, 'messagesPerSecond' | 'messageBurst' | 'unreadBytes' | 'heartbeatMs'>;
  /** Of the page, as far as it says so. */
  ideId: string;
  onInput(input: LiveInput): void;
}

/** One page that looks at the app window. A slow one gets fewer pictures, never older ones. */
export class Viewer {
  readonly ideId: string;
  readonly #socket: WebSocket;
  readonly #unreadBytes: number;
  #next: Buffer | undefined;
  #isSending = false;

  constructor(socket: WebSocket, { limits, ideId, onInput }: Options) {
    this.ideId = ideId;
    this.#socket = socket;
    this.#unreadBytes = limits.unreadBytes;
    keepAsking(socket, limits.heartbeatMs);
    const rate = new MessageRate({ perSecond: limits.messagesPerSecond, burst: limits.messageBurst });
    socket.on('error', () => {});
    socket.on('message', (data, isBinary) => {
      if (socket.readyState !== socket.OPEN) return;
      const input = isBinary || !rate.take() ? undefined : readInput(data);
      if (input !== undefined) onInput(input);
      else this.close('misused', 'Not an input of a viewer.');
    });
  }

  onClose(listener: () => void): void {
    this.#socket.once('close', listener);
  }

  /** Resolves once the picture is on its way, or was dropped for a newer one. */
  show(frame: Frame): void {
    this.#next = packed(frame);
    if (!this.#isSending) this.#send();
  }

  tell(notice: LiveNotice): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#socket.send(JSON.stringify(notice));
    if (this.#socket.bufferedAmount > this.#unreadBytes) this.close('tooSlow', 'The page does not read.');
  }

  /** One that does not close in time is cut. */
  close(code: keyof typeof CLOSE_CODES, reason: string): void {
    this.#socket.close(CLOSE_CODES[code], reason);
    setTimeout(() => this.#socket.terminate(), CLOSING_GRACE_MS).unref();
  }

  terminate(): void {
    this.#socket.terminate();
  }

  #send(): void {
    const next = this.#next;
    this.#next = undefined;
    if (next === undefined || this.#socket.readyState !== this.#socket.OPEN) return;
    this.#isSending = true;
    this.#socket.send(next, () => {
      this.#isSending = false;
      this.#send();
    });
  }
}

function packed({ jpeg, width, height }: Frame): Buffer {
  const header = Buffer.alloc(FRAME_HEADER_BYTES);
  header.writeUInt16BE(Math.min(width, 65_535), 0);
  header.writeUInt16BE(Math.min(height, 65_535), 2);
  return Buffer.concat([header, jpeg]);
}

/** Undefined for what no page of ours sends. */
function readInput(data: RawData): LiveInput | undefined {
  try {
    const json: unknown = JSON.parse(String(data));
    if (contentFault(json) !== undefined) return undefined;
    return LiveInput.safeParse(json).data;
  } catch {
    return undefined;
  }
}
