import { WebSocket as ReconnectingWebSocket } from 'partysocket';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { FRAME_HEADER_BYTES, LIVE_PATH, type LiveInput, LiveNotice } from '../../../model/protocol/channel/live.ts';
import { useIde, useIdeState } from '../../app/context.tsx';

type LiveNoticeOf<Kind extends LiveNotice['kind']> = Extract<LiveNotice, { kind: Kind }>;

interface LiveQuestions {
  select?: LiveNoticeOf<'select'> | undefined;
  dialog?: LiveNoticeOf<'dialog'> | undefined;
  chooser?: LiveNoticeOf<'file-chooser'> | undefined;
  refusal?: string | undefined;
}

interface ActingAgent {
  by: string;
  box?: LiveNoticeOf<'acting'>['box'];
}

export interface LiveViewState {
  canvas: RefObject<HTMLCanvasElement | null>;
  /** Of the viewport, in its pixels; undefined until the first picture. */
  size: { width: number; height: number } | undefined;
  history: { back: boolean; forward: boolean } | undefined;
  /** While an element is to be picked: the box under the pointer, once it is known. */
  picking: { box?: LiveNoticeOf<'pointed'>['box'] } | undefined;
  questions: LiveQuestions;
  actor: ActingAgent | undefined;
  /** Who has taken the window over. */
  holder: 'you' | 'another' | undefined;
  send(input: LiveInput): void;
  settle(question: keyof LiveQuestions): void;
}

/** Follows the app window of a project over its socket; does nothing without a project. */
export function useLiveView(projectId: string | undefined): LiveViewState {
  const { session } = useIde();
  const ideId = useIdeState(state => state.ideId);
  const canvas = useRef<HTMLCanvasElement>(null);
  const socket = useRef<ReconnectingWebSocket>(null);
  const [size, setSize] = useState<LiveViewState['size']>();
  const [history, setHistory] = useState<LiveViewState['history']>();
  const [picking, setPicking] = useState<LiveViewState['picking']>();
  const [questions, setQuestions] = useState<LiveQuestions>({});
  const [acting, setActing] = useState<Acting>(NOBODY);
  const take = useCallback((notice: LiveNotice) => {
    if (notice.kind === 'history') setHistory(notice);
    else if (notice.kind === 'picking') setPicking(notice.isOn ? {} : undefined);
    else if (notice.kind === 'acting') setActing(known => ({ ...known, actor: actorOf(known.actor, notice) }));
    else if (notice.kind === 'held') setActing(known => ({ ...known, holder: notice.by }));
    else if (notice.kind === 'pointed') setPicking(known => known && { box: notice.box });
    else setQuestions(known => taken(known, notice));
  }, []);
  useEffect(() => {
    if (projectId === undefined) return;
    const opened = openSocket({ projectId, ideId, prove: () => session.proof() });
    // In order: a later picture may be decoded sooner.
    let drawing = Promise.resolve();
    const draw = async (data: ArrayBuffer) => {
      const drawn = await drawFrame(canvas.current, data);
      setSize(known => newer(known, drawn));
    };
    opened.addEventListener('message', ({ data }) => {
      if (data instanceof ArrayBuffer) drawing = drawing.then(() => draw(data)).catch(() => {});
      else take(LiveNotice.parse(JSON.parse(String(data))));
    });
    // Whoever disconnects no longer holds the window.
    opened.addEventListener('close', () => setActing(NOBODY));
    socket.current = opened;
    return () => {
      opened.close();
      setSize(undefined);
      setHistory(undefined);
      setPicking(undefined);
      setQuestions({});
      setActing(NOBODY);
    };
  }, [projectId, ideId, session, take]);
  const send = useCallback((input: LiveInput) => {
    if (socket.current?.readyState === WebSocket.OPEN) socket.current.send(JSON.stringify(input));
  }, []);
  const settle = useCallback((question: keyof LiveQuestions) => {
    setQuestions(known => ({ ...known, [question]: undefined }));
  }, []);
  return { canvas, size, history, picking, questions, ...acting, send, settle };
}

type Acting = Pick<LiveViewState, 'actor' | 'holder'>;

const NOBODY: Acting = { actor: undefined, holder: undefined };

/** An agent stays where it acted last until its next box is known. */
const actorOf = (known: ActingAgent | undefined, { by, box }: LiveNoticeOf<'acting'>): ActingAgent => {
  const last = known?.by === by ? known.box : undefined;
  return { by, box: box ?? last };
};

interface Viewing {
  projectId: string;
  ideId: string | undefined;
  prove(): string;
}

function openSocket({ projectId, ideId, prove }: Viewing): ReconnectingWebSocket {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const asked = new URLSearchParams({ projectId, ...(ideId === undefined ? {} : { ide: ideId }) });
  const url = `${scheme}//${location.host}${LIVE_PATH}?${asked}`;
  // Input for a picture that is gone is of no use later, and nothing may come before the proof.
  const socket = new ReconnectingWebSocket(url, [], { maxEnqueuedMessages: 0 });
  socket.binaryType = 'arraybuffer';
  socket.addEventListener('open', () => socket.send(prove()));
  return socket;
}

type LiveViewSize = LiveViewState['size'];

const newer = (known: LiveViewSize, drawn: LiveViewSize): LiveViewSize =>
  known?.width === drawn?.width && known?.height === drawn?.height ? known : drawn;

/** Answers the size of the viewport, which may differ from that of the picture. */
async function drawFrame(canvas: HTMLCanvasElement | null, data: ArrayBuffer): Promise<LiveViewSize> {
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

function taken(
  known: LiveQuestions,
  notice: Exclude<LiveNotice, { kind: 'history' | 'picking' | 'pointed' | 'acting' | 'held' }>,
): LiveQuestions {
  switch (notice.kind) {
    case 'select':
      return { ...known, select: notice };
    case 'dialog':
      return { ...known, dialog: notice };
    case 'dialog-closed':
      return known.dialog?.dialog === notice.dialog ? { ...known, dialog: undefined } : known;
    case 'file-chooser':
      return { ...known, chooser: notice };
    case 'refused':
      return { ...known, refusal: notice.message };
    case 'page':
      return { ...known, refusal: undefined };
  }
}
