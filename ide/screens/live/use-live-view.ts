import type { WebSocket as ReconnectingWebSocket } from 'partysocket';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type LiveInput, LiveNotice } from '../../../model/protocol/channel/live.ts';
import { useIde, useIdeState } from '../../app/context.tsx';
import { drawFrame, openLiveSocket } from './live-socket.ts';

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

interface ViewedWindow {
  /** Nothing is followed without a project. */
  projectId: string | undefined;
  /** Default: the shared one. */
  window: string | undefined;
  /** Of a test of several people; default: the first. */
  actor: string | undefined;
}

/** Follows an app window over its socket. */
export function useLiveView({ projectId, window, actor }: ViewedWindow): LiveViewState {
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
    const opened = openLiveSocket({ projectId, ideId, window, actor, prove: () => session.proof() });
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
  }, [projectId, ideId, window, actor, session, take]);
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

type LiveViewSize = LiveViewState['size'];

const newer = (known: LiveViewSize, drawn: LiveViewSize): LiveViewSize =>
  known?.width === drawn?.width && known?.height === drawn?.height ? known : drawn;

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
