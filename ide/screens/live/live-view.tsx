import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useIdeState } from '../../app/context.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ActorBar } from './actor-bar.tsx';
import { LivePane, PaneBeside, type PaneFrame } from './live-pane.tsx';
import type { Zoom } from './live-picture.tsx';
import classes from './live-view.module.css';
import type { Bubble } from './use-pointing.ts';
import { useShownActor } from './use-shown-actor.ts';
import { WindowBar } from './window-bar.tsx';

interface LiveViewProps {
  /** In a window of its own. */
  isAlone?: boolean;
  /** Given where a test beside the view takes the actions. */
  Bubble?: Bubble;
  /** Leads to what the pane can show instead. */
  other?: ReactNode;
  /** Gives the pane more room, or takes it back. */
  widen?: ReactNode;
}

/** One pane, or one for each actor: what is above and below is about the one in front. */
export function LiveView({ isAlone = false, Bubble, other, widen }: LiveViewProps) {
  const [zoom, setZoom] = useState<Zoom>('fit');
  const [head, setHead] = useState<HTMLElement | null>(null);
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const shown = useShownActor();
  const isSideBySide = useIdeState(state => state.view.isSideBySide === true) && shown.actors.length > 1;
  const frame: PaneFrame = { head, foot, isAlone, zoom, onZoom: setZoom, Bubble, other, widen };
  return (
    <Panel label="Application" head={<div ref={setHead} className="row gap-sm grow may-shrink" />}>
      {isAlone && <VisuallyHidden component="h1">Live view</VisuallyHidden>}
      <WindowBar />
      {isSideBySide ? (
        <div className={`fill ${classes.panesRoom}`}>
          <div className={classes.panes}>
            {shown.actors.map(own => (
              <PaneBeside key={own.name} window={own} shown={shown} frame={frame} />
            ))}
          </div>
        </div>
      ) : (
        <>
          <ActorBar {...shown} />
          <LivePane key={shown.other ?? ''} {...{ shown, frame }} actor={shown.other} isOpen={shown.isOpen} isFront />
        </>
      )}
      <div ref={setFoot} className={classes.under} />
    </Panel>
  );
}

export const LiveScreen = () => <LiveView isAlone />;
