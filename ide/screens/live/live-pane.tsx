import { Button } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useIdeState } from '../../app/context.tsx';
import type { ActorWindow } from '../../app/front-actor.ts';
import { snapshotOf } from '../../app/state.ts';
import { Hint } from '../../ui/hint.tsx';
import { AppWindowIcon } from '../../ui/icons.ts';
import { ActorWords } from './actor-bar.tsx';
import { AddressBar } from './address-bar.tsx';
import { LiveFoot } from './live-foot.tsx';
import { LivePicture, type Zoom } from './live-picture.tsx';
import classes from './live-view.module.css';
import { useLiveView } from './use-live-view.ts';
import { type Bubble, usePointing } from './use-pointing.ts';
import type { ShownActor } from './use-shown-actor.ts';
import { useWindowCall } from './use-window-call.ts';

/** What all panes share, and where the one in front puts its bars. */
export interface PaneFrame {
  head: HTMLElement | null;
  foot: HTMLElement | null;
  isAlone: boolean;
  zoom: Zoom;
  onZoom(zoom: Zoom): void;
  Bubble: Bubble | undefined;
  other: ReactNode;
  widen: ReactNode;
}

interface LivePaneProps {
  shown: ShownActor;
  /** Whose window it is, where that is not the first. */
  actor: string | undefined;
  isOpen: boolean;
  isFront: boolean;
  frame: PaneFrame;
}

/** The picture of one window. It keeps its connection when another pane comes in front. */
export function LivePane({ shown, actor, isOpen, isFront, frame }: LivePaneProps) {
  const { head, foot, isAlone, zoom, onZoom, Bubble: own, other, widen } = frame;
  const projectId = useIdeState(state => state.project?.projectId);
  const window = useIdeState(state => state.app.window);
  const live = useLiveView({ projectId: isOpen ? projectId : undefined, window, actor });
  const pointing = usePointing(live, isFront ? own : undefined, actor);
  const stage = useElementSize<HTMLDivElement>();
  const hasActors = shown.actors.length > 1;
  const bar = <AddressBar {...{ live, pointing, widen }} actor={shown} room={stage} />;
  return (
    <>
      {isFront && head !== null && createPortal(bar, head)}
      {isOpen && projectId !== undefined ? (
        <LivePicture {...{ live, zoom, pointing, stage, actor }} />
      ) : (
        <ClosedApp other={other} actor={actor} />
      )}
      {isFront &&
        isOpen &&
        foot !== null &&
        createPortal(<LiveFoot {...{ live, zoom, isAlone, pointing, other, onZoom, hasActors }} />, foot)}
    </>
  );
}

interface PaneBesideProps extends Pick<LivePaneProps, 'shown' | 'frame'> {
  window: ActorWindow;
}

/** One of several: whatever has the focus is in front. */
export function PaneBeside({ window, shown, frame }: PaneBesideProps) {
  const { name, isOpen } = window;
  const isFront = name === shown.shown;
  const actor = window === shown.actors[0] ? undefined : name;
  return (
    <section
      className={`column ${classes.pane}`}
      aria-label={`Window of ${name}`}
      data-front={isFront || undefined}
      onFocusCapture={() => isFront || shown.show(name)}
    >
      <button
        type="button"
        className={`bare row gap-sm ${classes.paneHead}`}
        aria-pressed={isFront}
        onClick={() => shown.show(name)}
      >
        <ActorWords {...window} />
      </button>
      <LivePane {...{ shown, actor, isOpen, isFront, frame }} />
    </section>
  );
}

interface ClosedAppProps {
  other: ReactNode;
  /** Whose window it is, where that is not the first. */
  actor: string | undefined;
}

function ClosedApp({ other, actor }: ClosedAppProps) {
  const appUrl = useIdeState(state => snapshotOf(state)?.project.appUrl);
  const { isBusy, run } = useWindowCall(actor);
  return (
    <Hint
      title={actor === undefined ? 'The app window is closed' : `The window of ${actor} is closed`}
      icon={<AppWindowIcon size={22} aria-hidden />}
      actions={
        <>
          {appUrl !== undefined && (
            <Button size="xs" loading={isBusy} onClick={() => void run('Open the app', 'navigateUrl', { url: '/' })}>
              Open the app
            </Button>
          )}
          {other}
        </>
      }
    >
      {actor === undefined
        ? 'Open an address or run a test: the page is shown here.'
        : 'It is a browser of its own. Open an address in it, or run the test.'}
    </Hint>
  );
}
