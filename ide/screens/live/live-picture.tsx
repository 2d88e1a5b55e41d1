import {
  type KeyboardEvent,
  type MouseEvent,
  type RefCallback,
  useCallback,
  useEffect,
  useRef,
  useState,
  type WheelEvent,
} from 'react';
import { messageOf } from '../../app/bridge-client.ts';
import { useIde, useIdeState, useIsConnected } from '../../app/context.tsx';
import type { ReplyOf } from '../../app/tool-replies.ts';
import { isCommandChord } from '../../commands/keys.ts';
import { Failure } from '../../ui/failure.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { AgentCursor } from './agent-cursor.tsx';
import { LiveQuestionsView } from './live-questions.tsx';
import classes from './live-view.module.css';
import type { PageSize } from './page-size.ts';
import { PickLayer } from './pick-layer.tsx';
import { PictureCaption } from './picture-caption.tsx';
import { PointLayer } from './point-layer.tsx';
import type { LiveViewState } from './use-live-view.ts';
import type { Pointing } from './use-pointing.ts';

const BUTTONS = ['left', 'middle', 'right'] as const;

/** `fit`: as the pane has room; `whole`: pixel by pixel. */
export type Zoom = 'fit' | 'whole';

interface LivePictureProps {
  live: LiveViewState;
  zoom: Zoom;
  pointing?: Pointing;
  /** Measures what the stage has for the picture, in pixels; left out where the page is not to be resized. */
  stage?: { ref: RefCallback<HTMLDivElement> } & PageSize;
  /** Whose window it is, where that is not the first. */
  actor?: string | undefined;
}

/** Mouse and keyboard go to the app while this has the focus; Ctrl+Alt+Esc gives that back. */
export function LivePicture({ live, zoom, pointing, stage, actor }: LivePictureProps) {
  const title = useIdeState(state => state.app.title);
  const isShown = live.size !== undefined;
  const isPicking = live.picking !== undefined || pointing?.isOn === true;
  const { send } = live;
  // A key that began it goes up where the app does not get it.
  useEffect(() => {
    if (isPicking) send({ kind: 'release-keys' });
  }, [send, isPicking]);
  return (
    <>
      {!isShown && <AppPicture actor={actor} />}
      <div ref={stage?.ref} className={`row fill ${classes.stage}`} hidden={!isShown} data-zoom={zoom}>
        <div
          className={`fixed-size relative ${classes.live}`}
          data-picking={isPicking || undefined}
          {...sizeOf(live, zoom)}
        >
          {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a window into another page, which takes all keys */}
          <canvas
            ref={live.canvas}
            className={classes.picture}
            tabIndex={0}
            role="application"
            aria-label={`The app shows ${title || 'a page'}. Keyboard input goes to it; Control+Alt+Escape leaves it.`}
            {...inputsFor(live, pointing)}
            onBlur={() => send({ kind: 'release-keys' })}
          />
          {live.size !== undefined && <LiveQuestionsView live={live} size={live.size} />}
          {live.size !== undefined && <AgentCursor live={live} size={live.size} />}
          {live.size !== undefined && live.picking !== undefined && (
            <PickLayer live={live} size={live.size} hasHint={pointing?.isPicking !== true} />
          )}
          {live.size !== undefined && pointing !== undefined && <PointLayer pointing={pointing} size={live.size} />}
        </div>
        {zoom === 'fit' && stage !== undefined && <PictureCaption live={live} room={stage} />}
        {live.questions.refusal !== undefined && (
          <p className={`small failed ${classes.problem}`} role="status">
            {live.questions.refusal}
          </p>
        )}
      </div>
    </>
  );
}

function sizeOf({ size }: LiveViewState, zoom: Zoom) {
  if (size === undefined) return {};
  const { width, height } = size;
  return { style: { width: zoom === 'whole' ? width : `min(100cqw, ${(100 * width) / height}cqh)` } };
}

type Pointed = MouseEvent<HTMLCanvasElement>;

/** In pixels of the page. */
function placeOf({ currentTarget, clientX, clientY }: Pointed, { size }: LiveViewState) {
  const box = currentTarget.getBoundingClientRect();
  const { width = box.width, height = box.height } = size ?? {};
  return {
    x: Math.round(((clientX - box.left) * width) / box.width),
    y: Math.round(((clientY - box.top) * height) / box.height),
  };
}

function buttonOf(event: Pointed, live: LiveViewState) {
  const clickCount = Math.min(3, Math.max(1, event.detail));
  return { ...placeOf(event, live), button: BUTTONS[event.button] ?? 'left', clickCount };
}

function inputsFor(live: LiveViewState, pointing: Pointing | undefined) {
  if (pointing?.isOn === true) return pointInputsOf(live, pointing);
  if (live.picking !== undefined) return pickInputsOf(live);
  return pointing?.Bubble === undefined ? inputsOf(live) : withPointing(live, pointing);
}

function pointInputsOf(live: LiveViewState, { point }: Pointing) {
  return { ...pickInputsOf(live), onClick: (event: Pointed) => point(placeOf(event, live)) };
}

/** Alt and a click points at an element; a click beside an open bubble only closes it. The app gets neither. */
function withPointing(live: LiveViewState, { found, isPressed, point }: Pointing) {
  const inputs = inputsOf(live);
  return {
    ...inputs,
    onMouseDown(event: Pointed) {
      const isPointing = event.altKey && event.button === 0;
      isPressed.current = isPointing || found !== undefined;
      // Alt is released where the focus is by then, so that the app would not get it.
      if (isPointing) live.send({ kind: 'release-keys' });
      if (isPointing) point(placeOf(event, live));
      if (!isPressed.current) inputs.onMouseDown(event);
    },
    onMouseUp(event: Pointed) {
      if (!isPressed.current) inputs.onMouseUp(event);
      isPressed.current = false;
    },
  };
}

function pickInputsOf(live: LiveViewState) {
  return {
    onMouseMove: (event: Pointed) => live.send({ kind: 'point', ...placeOf(event, live) }),
    onClick: (event: Pointed) => live.send({ kind: 'pick', ...placeOf(event, live) }),
    onContextMenu: (event: Pointed) => event.preventDefault(),
  };
}

function inputsOf(live: LiveViewState) {
  const { send } = live;
  return {
    onMouseMove: (event: Pointed) => send({ kind: 'move', ...placeOf(event, live) }),
    onMouseDown: (event: Pointed) => send({ kind: 'press', ...buttonOf(event, live) }),
    onMouseUp: (event: Pointed) => send({ kind: 'release', ...buttonOf(event, live) }),
    onContextMenu: (event: Pointed) => event.preventDefault(),
    onWheel: (event: WheelEvent<HTMLCanvasElement>) => {
      const { deltaX, deltaY } = event;
      send({ kind: 'wheel', ...placeOf(event, live), deltaX, deltaY });
    },
    onKeyDown: (event: KeyboardEvent<HTMLCanvasElement>) => {
      if (isCommandChord(event.nativeEvent)) return;
      event.stopPropagation();
      event.preventDefault();
      if (event.key === 'Escape' && event.ctrlKey && event.altKey) event.currentTarget.blur();
      else send({ kind: 'key-down', key: event.key });
    },
    onKeyUp: (event: KeyboardEvent<HTMLCanvasElement>) => {
      event.stopPropagation();
      send({ kind: 'key-up', key: event.key });
    },
  };
}

/** A screenshot, until the first live picture is there. */
function AppPicture({ actor }: Pick<LivePictureProps, 'actor'>) {
  const title = useIdeState(state => state.app.title);
  const { picture, problem, isStale, retry } = usePicture(actor);
  if (picture === undefined && problem !== undefined)
    return <Failure title="No screenshot of the app" message={problem} onRetry={retry} />;
  if (picture === undefined) return <SkeletonRows count={6} label="Loading screenshot…" />;
  const { mimeType, base64, width, height } = picture;
  return (
    <div className={`row fill ${classes.stage}`}>
      <img
        className={classes.picture}
        data-stale={isStale || undefined}
        src={`data:${mimeType};base64,${base64}`}
        width={width}
        height={height}
        alt={`The app shows ${title || 'a page without a title'}`}
      />
      {problem !== undefined && (
        <p className={`small failed ${classes.problem}`} role="status">
          {problem}
        </p>
      )}
    </div>
  );
}

interface StillPicture {
  picture: ReplyOf<'getScreenshot'> | undefined;
  problem: string | undefined;
  isStale: boolean;
  retry(): void;
}

/** A screenshot for each change in the app: one at a time, and always one after the last change. */
function usePicture(actor: string | undefined): StillPicture {
  const { session } = useIde();
  const changes = useIdeState(state => state.appChanges);
  const projectId = useIdeState(state => state.project?.projectId);
  const isConnected = useIsConnected();
  const [picture, setPicture] = useState<ReplyOf<'getScreenshot'>>();
  const [problem, setProblem] = useState<string>();
  const [isStale, setStale] = useState(false);
  const isUnderWay = useRef(false);
  const isWanted = useRef(false);

  const take = useCallback(async () => {
    isWanted.current = true;
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setStale(true);
    while (isWanted.current) {
      isWanted.current = false;
      try {
        setPicture(await session.call('getScreenshot', actor === undefined ? {} : { actor }));
        setProblem(undefined);
      } catch (error) {
        setProblem(messageOf(error));
      }
    }
    isUnderWay.current = false;
    setStale(false);
  }, [session, actor]);

  const cause = `${projectId} ${changes}`;
  useEffect(() => {
    if (isConnected && cause !== '') void take();
  }, [isConnected, cause, take]);
  return { picture, problem, isStale, retry: () => void take() };
}
