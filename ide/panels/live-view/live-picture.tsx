import { Button, Paper, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useRef, useState, type WheelEvent } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { ReplyOf } from '../../app/tool-replies.ts';
import { Failure } from '../../ui/failure.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { AgentCursor } from './agent-cursor.tsx';
import { LiveQuestionsView } from './live-questions.tsx';
import classes from './live-view.module.css';
import type { Zoom } from './live-view.tsx';
import type { LiveView } from './use-live-view.ts';

const BUTTONS = ['left', 'middle', 'right'] as const;

/** The app window as it changes. Mouse and keys go to it while it has the focus; Ctrl+Alt+Esc gives that back. */
export function LivePicture({ live, zoom }: { live: LiveView; zoom: Zoom }) {
  const title = useIdeState(state => state.app.title);
  const isShown = live.size !== undefined;
  return (
    <>
      {!isShown && <AppPicture />}
      <div className={classes.stage} hidden={!isShown} data-zoom={zoom}>
        <div className={classes.live} {...sizeOf(live, zoom)}>
          {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a window into another page, which takes all keys */}
          <canvas
            ref={live.canvas}
            className={classes.picture}
            tabIndex={0}
            role="application"
            aria-label={`The app shows ${title || 'a page'}. Keyboard input goes to it; Control+Alt+Escape leaves it.`}
            data-picking={live.picking !== undefined || undefined}
            {...(live.picking === undefined ? inputsOf(live) : pickInputsOf(live))}
          />
          {live.size !== undefined && <LiveQuestionsView live={live} size={live.size} />}
          {live.size !== undefined && <AgentCursor live={live} size={live.size} />}
          {live.size !== undefined && live.picking !== undefined && <PickLayer live={live} size={live.size} />}
        </div>
        {live.questions.refusal !== undefined && (
          <p className={classes.problem} role="status">
            {live.questions.refusal}
          </p>
        )}
      </div>
    </>
  );
}

/** As wide as the room allows with the shape of the page, or as the page. */
function sizeOf({ size }: LiveView, zoom: Zoom) {
  if (size === undefined) return {};
  const { width, height } = size;
  return { style: { width: zoom === 'whole' ? width : `min(100cqw, ${(100 * width) / height}cqh)` } };
}

type Pointed = MouseEvent<HTMLCanvasElement>;

/** Where the mouse is, in pixels of the page. */
function placeOf({ currentTarget, clientX, clientY }: Pointed, { size }: LiveView) {
  const box = currentTarget.getBoundingClientRect();
  const { width = box.width, height = box.height } = size ?? {};
  return {
    x: Math.round(((clientX - box.left) * width) / box.width),
    y: Math.round(((clientY - box.top) * height) / box.height),
  };
}

function buttonOf(event: Pointed, live: LiveView) {
  const clickCount = Math.min(3, Math.max(1, event.detail));
  return { ...placeOf(event, live), button: BUTTONS[event.button] ?? 'left', clickCount };
}

function pickInputsOf(live: LiveView) {
  return {
    onMouseMove: (event: Pointed) => live.send({ kind: 'point', ...placeOf(event, live) }),
    onClick: (event: Pointed) => live.send({ kind: 'pick', ...placeOf(event, live) }),
    onContextMenu: (event: Pointed) => event.preventDefault(),
  };
}

function inputsOf(live: LiveView) {
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

/** What the app window shows, as it was when something happened in it last. */
function AppPicture() {
  const title = useIdeState(state => state.app.title);
  const { picture, problem, isStale, retry } = usePicture();
  if (picture === undefined && problem !== undefined)
    return <Failure title="No screenshot of the app" message={problem} onRetry={retry} />;
  if (picture === undefined) return <SkeletonRows count={6} label="Loading screenshot…" />;
  const { mimeType, base64, width, height } = picture;
  return (
    <div className={classes.stage}>
      <img
        className={classes.picture}
        data-stale={isStale || undefined}
        src={`data:${mimeType};base64,${base64}`}
        width={width}
        height={height}
        alt={`The app shows ${title || 'a page without a title'}`}
      />
      {problem !== undefined && (
        <p className={classes.problem} role="status">
          {problem}
        </p>
      )}
    </div>
  );
}

interface Picture {
  picture: ReplyOf<'getScreenshot'> | undefined;
  problem: string | undefined;
  /** Another one is on its way. */
  isStale: boolean;
  retry(): void;
}

/** A new picture whenever something happened in the app window: one at a time, and the last one always comes. */
function usePicture(): Picture {
  const { session } = useIde();
  const changes = useIdeState(state => state.appChanges);
  const projectId = useIdeState(state => state.project?.projectId);
  const isConnected = useIdeState(state => state.connection.phase === 'open');
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
        setPicture(await session.call('getScreenshot', {}));
        setProblem(undefined);
      } catch (error) {
        setProblem(error instanceof Error ? error.message : String(error));
      }
    }
    isUnderWay.current = false;
    setStale(false);
  }, [session]);

  // A picture is taken for each change, in each project, and when the connection is back.
  const cause = `${projectId} ${changes}`;
  useEffect(() => {
    if (isConnected && cause !== '') void take();
  }, [isConnected, cause, take]);
  return { picture, problem, isStale, retry: () => void take() };
}

const CAPTURING = { capture: true };

interface PickLayerProps {
  live: LiveView;
  size: { width: number; height: number };
}

function PickLayer({ live, size }: PickLayerProps) {
  const { picking, send } = live;
  const giveUp = (event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // What has the focus, such as a form, would take it for itself.
    event.stopPropagation();
    event.preventDefault();
    send({ kind: 'pick-cancel' });
  };
  useWindowEvent('keydown', giveUp, CAPTURING);
  const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;
  const { box } = picking ?? {};
  return (
    <>
      {box !== undefined && (
        <div
          className={classes.outline}
          data-testid="pick-outline"
          style={{
            left: percent(box.x, size.width),
            top: percent(box.y, size.height),
            width: percent(box.width, size.width),
            height: percent(box.height, size.height),
          }}
        />
      )}
      <Paper className={classes.pickHint} shadow="md" withBorder px="xs" py={4} role="status">
        <Text size="xs">Click an element · Esc to cancel</Text>
        <Button size="compact-xs" variant="default" onClick={() => send({ kind: 'pick-cancel' })}>
          Cancel
        </Button>
      </Paper>
    </>
  );
}
