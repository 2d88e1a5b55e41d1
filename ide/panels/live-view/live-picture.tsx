import type { KeyboardEvent, MouseEvent, WheelEvent } from 'react';
import { useIdeState } from '../../app/context.tsx';
import { Failure } from '../../ui/failure.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { LiveQuestionsView } from './live-questions.tsx';
import classes from './live-view.module.css';
import { PickLayer } from './pick-layer.tsx';
import type { LiveView } from './use-live-view.ts';
import { usePicture } from './use-picture.ts';

const BUTTONS = ['left', 'middle', 'right'] as const;

/** The app window as it changes. Mouse and keys go to it while it has the focus; Ctrl+Alt+Esc gives that back. */
export function LivePicture({ live }: { live: LiveView }) {
  const title = useIdeState(state => state.app.title);
  const isShown = live.size !== undefined;
  return (
    <>
      {!isShown && <AppPicture />}
      <div className={classes.stage} hidden={!isShown}>
        <div className={classes.live}>
          {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a window into another page, which takes all keys */}
          <canvas
            ref={live.canvas}
            className={classes.picture}
            tabIndex={0}
            role="application"
            aria-label={`The app shows ${title || 'a page'}. Keys go to it; Control Alt Escape leaves it.`}
            data-picking={live.picking !== undefined || undefined}
            {...(live.picking === undefined ? inputsOf(live) : pickInputsOf(live))}
          />
          {live.size !== undefined && <LiveQuestionsView live={live} size={live.size} />}
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
    return <Failure title="No picture of the app" message={problem} onRetry={retry} />;
  if (picture === undefined) return <SkeletonRows count={6} label="The picture is on its way" />;
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
