/** The socket of the live view, and the pictures that come over it. */
import { WebSocket as ReconnectingWebSocket } from 'partysocket';
import { FRAME_HEADER_BYTES, LIVE_PATH } from '../../../model/protocol/channel/live.ts';

interface Viewing {
  projectId: string;
  ideId: string | undefined;
  /** Name of one beside the shared one. */
  window: string | undefined;
  /** Of a test of several people; default: the first. */
  actor?: string | undefined;
  prove(): string;
}

/** Opens again by itself where the connection is lost. */
export function openLiveSocket({ projectId, ideId, window, actor, prove }: Viewing): ReconnectingWebSocket {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const asked = new URLSearchParams({
    projectId,
    ...(ideId === undefined ? {} : { ide: ideId }),
    ...(window === undefined ? {} : { window }),
    ...(actor === undefined ? {} : { actor }),
  });
  const url = `${scheme}//${location.host}${LIVE_PATH}?${asked}`;
  // Input for a picture that is gone is of no use later, and nothing may come before the proof.
  const socket = new ReconnectingWebSocket(url, [], { maxEnqueuedMessages: 0 });
  socket.binaryType = 'arraybuffer';
  socket.addEventListener('open', () => socket.send(prove()));
  return socket;
}

/** Answers the size of the viewport, which may differ from that of the picture. */
export async function drawFrame(
  canvas: HTMLCanvasElement | null,
  data: ArrayBuffer,
): Promise<{ width: number; height: number }> {
  const header = new DataView(data);
  const size = { width: header.getUint16(0), height: header.getUint16(2) };
  const picture = await createImageBitmap(new Blob([data.slice(FRAME_HEADER_BYTES)], { type: 'image/jpeg' }));
  if (canvas !== null) {
    canvas.width = picture.width;
    canvas.height = picture.height;
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
  }
  picture.close();
  return size;
}
