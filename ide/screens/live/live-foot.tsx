import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIde, useIdeState, usePlace } from '../../app/context.tsx';
import { isInProject } from '../../app/places.ts';
import type { PointedCheck } from '../../app/state.ts';
import { checkedNow } from '../../commands/check-elements.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { PopOutIcon } from '../../ui/icons.ts';
import { CheckBar } from './check-bar.tsx';
import type { Zoom } from './live-picture.tsx';
import classes from './live-view.module.css';
import type { LiveViewState } from './use-live-view.ts';
import type { Pointing } from './use-pointing.ts';

interface LiveFootProps {
  live: LiveViewState;
  zoom: Zoom;
  onZoom(zoom: Zoom): void;
  isAlone: boolean;
  pointing: Pointing;
  other: ReactNode;
}

export function LiveFoot({ live, zoom, onZoom, isAlone, pointing, other }: LiveFootProps) {
  const { holder, send } = live;
  const isHeld = holder !== undefined;
  const isRecording = useIdeState(state => state.recording.isOn);
  const checking = useIdeState(checkedNow);
  const isChecking = pointing.Bubble !== undefined && (isRecording || checking !== undefined);
  const status = pointing.isOn ? pointedInWords(checking) : whoActs(live);
  return (
    <div className={`row wrap ${classes.foot}`} data-held={isHeld || undefined}>
      <span className={`may-shrink ellipsis ${classes.who}`} role="status" title={status}>
        {status}
      </span>
      {isChecking ? <CheckBar /> : other}
      {isHeld ? (
        <Button size="compact-xs" onClick={() => send({ kind: 'hand-back' })}>
          Hand back
        </Button>
      ) : (
        <Button
          size="compact-xs"
          variant="default"
          title="Agents are refused until you hand the browser back"
          onClick={() => send({ kind: 'take-over' })}
        >
          Take over
        </Button>
      )}
      {!isChecking && <ZoomButton zoom={zoom} onZoom={onZoom} />}
      {!isAlone && !isChecking && <PopOutButton size={live.size} />}
    </div>
  );
}

const pointedInWords = (checking: PointedCheck | undefined): string =>
  checking === undefined ? 'Click an element · Esc to leave' : 'Click what to check · Esc to leave';

const ZoomButton = ({ zoom, onZoom }: Pick<LiveFootProps, 'zoom' | 'onZoom'>) => (
  <Button
    size="compact-xs"
    variant="subtle"
    color="gray"
    aria-pressed={zoom === 'whole'}
    title={zoom === 'fit' ? 'Show the page in its own size' : 'Fit the page into the pane'}
    onClick={() => onZoom(zoom === 'fit' ? 'whole' : 'fit')}
  >
    100 %
  </Button>
);

function whoActs({ holder, actor }: LiveViewState): string {
  if (holder === 'you') return 'You have the browser: agents wait';
  if (holder === 'another') return 'Another window has the browser: agents wait';
  return actor === undefined ? '' : `${actor.by} acted here last`;
}

/** What a window adds around the page, in pixels. */
const AROUND = { width: 24, height: 130 };

function PopOutButton({ size = { width: 1280, height: 720 } }: { size: LiveViewState['size'] }) {
  const { screens } = useIde();
  const place = usePlace();
  if (!isInProject(place)) return null;
  const { projectId, versionId } = place;
  const open = () => {
    const { width, height } = { width: size.width + AROUND.width, height: size.height + AROUND.height };
    // Without `noopener` the window would share the session of this one, and be taken for it.
    window.open(
      screens.pathOf({ tab: 'live', projectId, versionId }),
      '_blank',
      `popup,noopener,width=${width},height=${height}`,
    );
  };
  return <IconButton label="Open in its own window" size="sm" icon={<PopOutIcon size={15} />} onClick={open} />;
}
