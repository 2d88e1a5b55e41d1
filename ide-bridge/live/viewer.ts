import type { WebSocket } from 'ws';
import { FRAME_HEADER_BYTES, LiveInput, type LiveNotice } from '../../model/protocol/channel/live.ts';
import type { HubLimits } from '../hub/hub-limits.ts';
import { PageSocket } from '../hub/page-socket.ts';
import type { CastFrame } from './screencast.ts';

interface ViewerOptions {
  limits: HubLimits;
  ideId: string;
  onInput(input: LiveInput): void;
}

/** A slow viewer gets fewer pictures, never older ones. */
export class Viewer extends PageSocket<typeof LiveInput> {
  readonly ideId: string;
  readonly #pictures: WebSocket;
  #next: Buffer | undefined;
  #isSending = false;

  constructor(socket: WebSocket, { limits, ideId, onInput }: ViewerOptions) {
    super(socket, { limits, messages: LiveInput, onMessage: input => this.isOpen && onInput(input) });
    this.ideId = ideId;
    this.#pictures = socket;
  }

  show(frame: CastFrame): void {
    this.#next = packed(frame);
    if (!this.#isSending) this.#sendNext();
  }

  notify(notice: LiveNotice): void {
    this.send(notice);
  }

  #sendNext(): void {
    const next = this.#next;
    this.#next = undefined;
    if (next === undefined || !this.isOpen) return;
    this.#isSending = true;
    this.#pictures.send(next, () => {
      this.#isSending = false;
      this.#sendNext();
    });
  }
}

function packed({ jpeg, width, height }: CastFrame): Buffer {
  const header = Buffer.alloc(FRAME_HEADER_BYTES);
  header.writeUInt16BE(Math.min(width, 65_535), 0);
  header.writeUInt16BE(Math.min(height, 65_535), 2);
  return Buffer.concat([header, jpeg]);
}
