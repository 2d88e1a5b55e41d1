import { FRAME_HEADER_BYTES, LIVE_PATH, type LiveInput, LiveNotice } from '../../model/protocol/channel/live.ts';
import { openProvenSocket } from './ide-page.ts';

/** A page that looks at the app window, without a browser around it. */
export interface LiveViewer extends AsyncDisposable {
  frames: { width: number; height: number; jpeg: Buffer }[];
  notices: LiveNotice[];
  send(input: LiveInput): void;
  /** The first notice of a kind from now on, or since the start. */
  notice<Kind extends LiveNotice['kind']>(kind: Kind): Promise<Extract<LiveNotice, { kind: Kind }>>;
  /** Resolves with the close code. */
  closed(): Promise<number>;
}

/** `window`: name of one beside the shared one. */
export async function openLiveViewer(
  service: string,
  session: string,
  projectId: string,
  window?: string,
): Promise<LiveViewer> {
  const of = new URLSearchParams({ projectId, ...(window === undefined ? {} : { window }) });
  const socket = await openProvenSocket(service, session, `${LIVE_PATH}?${of}`);
  const frames: LiveViewer['frames'] = [];
  const notices: LiveNotice[] = [];
  const arrived = new Set<() => void>();
  socket.on('message', (data, isBinary) => {
    if (isBinary) {
      const bytes = Buffer.from(data instanceof Buffer ? data : new Uint8Array());
      const [width, height] = [bytes.readUInt16BE(0), bytes.readUInt16BE(2)];
      frames.push({ width, height, jpeg: bytes.subarray(FRAME_HEADER_BYTES) });
    } else notices.push(LiveNotice.parse(JSON.parse(String(data))));
    for (const tell of arrived) tell();
  });
  const closed = new Promise<number>(resolve => socket.once('close', resolve));
  return {
    frames,
    notices,
    send: input => socket.send(JSON.stringify(input)),
    async notice(kind) {
      for (;;) {
        for (const notice of notices) if (isOf(notice, kind)) return notice;
        await new Promise<void>(resolve => {
          const tell = () => {
            arrived.delete(tell);
            resolve();
          };
          arrived.add(tell);
        });
      }
    },
    closed: () => closed,
    async [Symbol.asyncDispose]() {
      socket.close();
      await closed;
    },
  };
}

const isOf = <Kind extends LiveNotice['kind']>(
  notice: LiveNotice,
  kind: Kind,
): notice is Extract<LiveNotice, { kind: Kind }> => notice.kind === kind;
