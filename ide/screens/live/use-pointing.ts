import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { isAppError } from '../../../model/errors/errors.ts';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { ReplyOf } from '../../app/tool-replies.ts';
import { checkedNow } from '../../commands/check-elements.ts';
import { attempt } from '../../commands/command.ts';
import { openWindowObstacle } from '../../commands/point.ts';
import { useEscape } from '../../ui/use-escape.ts';
import type { LiveViewState } from './use-live-view.ts';

export type PointedElement = ReplyOf<'pickElement'>['element'];

/** Popover that asks what to do with an element. */
export type Bubble = (props: { element: PointedElement; onClose(): void }) => ReactNode;

interface PicturePlace {
  x: number;
  y: number;
}

export interface Pointing {
  Bubble: Bubble | undefined;
  /** The mode is on: each click points at an element. */
  isOn: boolean;
  /** The pick under way was begun by pointing. */
  isPicking: boolean;
  found: { element: PointedElement; at: PicturePlace } | undefined;
  /** The mouse press under way is not for the app. */
  isPressed: RefObject<boolean>;
  point(at: PicturePlace): void;
  close(): void;
}

const LIMIT_MS = 600_000;

/** `actor`: whose window it is, where that is not the first. */
export function usePointing(live: LiveViewState, Bubble: Bubble | undefined, actor?: string): Pointing {
  const isWanted = useIdeState(state => state.view.isPointing === true && openWindowObstacle(state) === undefined);
  const isOn = Bubble !== undefined && isWanted;
  const [place, setPlace] = useState<PicturePlace>();
  const [found, setFound] = useState<Pointing['found']>();
  const aimed = useRef<PicturePlace>(undefined);
  const isPressed = useRef(false);
  const isPicking = found === undefined && (isOn || place !== undefined);
  const { store } = useIde();
  const leave = () => {
    store.setView({ isPointing: false, checking: undefined });
    setPlace(undefined);
    setFound(undefined);
    // With the focus still on the picture, keys would go to the app.
    live.canvas.current?.blur();
  };
  // At once, even before the service has begun the pick.
  const isChecking = useIdeState(state => checkedNow(state) !== undefined);
  useEscape(isPicking || isChecking ? leave : undefined);
  usePick(isPicking, {
    actor,
    onFound(element) {
      const { x = 0, y = 0, width = 0, height = 0 } = element.box ?? {};
      setFound({ element, at: aimed.current ?? { x: x + width / 2, y: y + height / 2 } });
    },
    onEnd: () => setPlace(undefined),
    onLeave: leave,
  });
  const { send, settle, picking, questions } = live;
  const isAsked = picking !== undefined;
  useEffect(() => {
    if (place === undefined || !isAsked) return;
    settle('refusal');
    send({ kind: 'pick', ...place });
  }, [place, isAsked, send, settle]);
  const { refusal } = questions;
  useEffect(() => {
    if (refusal !== undefined) setPlace(undefined);
  }, [refusal]);
  const close = useCallback(() => setFound(undefined), []);
  const point = useCallback((at: PicturePlace) => {
    aimed.current = at;
    setFound(undefined);
    setPlace({ ...at });
  }, []);
  return { Bubble, isOn, isPicking, found, isPressed, point, close };
}

interface PickEnds {
  actor: string | undefined;
  onFound(element: PointedElement): void;
  /** Called however it ends, before the others. */
  onEnd(): void;
  /** The pick was given up or has failed. */
  onLeave(): void;
}

function usePick(isWanted: boolean, ends: PickEnds): void {
  const { session } = useIde();
  const { actor } = ends;
  const latest = useRef(ends);
  latest.current = ends;
  useEffect(() => {
    if (!isWanted) return;
    const own = new AbortController();
    const whose = actor === undefined ? {} : { actor };
    const pick = async () => {
      const options = { signal: own.signal, timeoutMs: LIMIT_MS };
      const reply = await session.call('pickElement', whose, options).catch((error: unknown) => ({ error }));
      if (own.signal.aborted) return;
      latest.current.onEnd();
      if ('element' in reply) return latest.current.onFound(reply.element);
      latest.current.onLeave();
      if (!isAppError(reply.error, 'stopped') && !isAppError(reply.error, 'timeout')) throw reply.error;
    };
    void attempt('Point and do', pick);
    return () => own.abort();
  }, [isWanted, actor, session]);
}
