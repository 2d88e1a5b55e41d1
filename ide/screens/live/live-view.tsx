import { Button, VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useIdeState } from '../../app/context.tsx';
import { snapshotOf } from '../../app/state.ts';
import { Hint } from '../../ui/hint.tsx';
import { AppWindowIcon } from '../../ui/icons.ts';
import { Panel } from '../../ui/panel.tsx';
import { ActorBar } from './actor-bar.tsx';
import { AddressBar } from './address-bar.tsx';
import { LiveFoot } from './live-foot.tsx';
import { LivePicture, type Zoom } from './live-picture.tsx';
import { useLiveView } from './use-live-view.ts';
import { type Bubble, usePointing } from './use-pointing.ts';
import { useShownActor } from './use-shown-actor.ts';
import { useWindowCall } from './use-window-call.ts';
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

export function LiveView({ isAlone = false, Bubble, other, widen }: LiveViewProps) {
  const [zoom, setZoom] = useState<Zoom>('fit');
  const projectId = useIdeState(state => state.project?.projectId);
  const window = useIdeState(state => state.app.window);
  const actor = useShownActor();
  const { isOpen } = actor;
  const live = useLiveView({ projectId: isOpen ? projectId : undefined, window, actor: actor.other });
  const pointing = usePointing(live, Bubble, actor.other);
  const stage = useElementSize<HTMLDivElement>();
  return (
    <Panel label="Application" head={<AddressBar {...{ live, pointing, widen, actor }} room={stage} />}>
      {isAlone && <VisuallyHidden component="h1">Live view</VisuallyHidden>}
      <WindowBar />
      <ActorBar {...actor} />
      {isOpen && projectId !== undefined ? (
        <LivePicture {...{ live, zoom, pointing, stage }} />
      ) : (
        <ClosedApp other={other} actor={actor.other} />
      )}
      {isOpen && <LiveFoot {...{ live, zoom, isAlone, pointing, other }} onZoom={setZoom} />}
    </Panel>
  );
}

export const LiveScreen = () => <LiveView isAlone />;

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
