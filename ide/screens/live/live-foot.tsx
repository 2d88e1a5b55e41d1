import { ActionIcon, Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIde, useIdeState, usePlace } from '../../app/context.tsx';
import { isInProject } from '../../app/places.ts';
import type { PointedCheck } from '../../app/state.ts';
import { checkedNow } from '../../commands/check-elements.ts';
import { perform } from '../../commands/command.ts';
import { isNetworkLogShown, toggleNetworkLog } from '../../commands/views.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ColumnsIcon, DotsIcon, NetworkIcon, PopOutIcon } from '../../ui/icons.ts';
import { CheckBar } from './check-bar.tsx';
import { ClockChip } from './clock-chip.tsx';
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
  /** There are windows to be shown side by side. */
  hasActors: boolean;
}

/** One line: what has no room beside the rest is in menus. */
export function LiveFoot({ live, zoom, onZoom, isAlone, pointing, other, hasActors }: LiveFootProps) {
  const { holder } = live;
  const isRecording = useIdeState(state => state.recording.isOn);
  const checking = useIdeState(checkedNow);
  const isChecking = pointing.Bubble !== undefined && (isRecording || checking !== undefined);
  const status = pointing.isOn ? pointedInWords(checking) : whoActs(live);
  const popOut = usePopOut(live.size);
  const view = { zoom, onZoom, onPopOut: isAlone ? undefined : popOut, hasActors };
  return (
    <div
      className={`row ${classes.foot}`}
      data-held={holder !== undefined || undefined}
      data-checking={isChecking || undefined}
    >
      <span className={`may-shrink ellipsis ${classes.who}`} role="status" title={status}>
        {status}
      </span>
      <ClockChip />
      {isChecking ? <CheckBar /> : other}
      <HoldButton live={live} />
      <ViewButtons {...view} />
      <ViewMenu {...view} />
    </div>
  );
}

const pointedInWords = (checking: PointedCheck | undefined): string =>
  checking === undefined ? 'Click an element · Esc to leave' : 'Click what to check · Esc to leave';

function whoActs({ holder, actor }: LiveViewState): string {
  if (holder === 'you') return 'You have the browser: agents wait';
  if (holder === 'another') return 'Another window has the browser: agents wait';
  return actor === undefined ? '' : `${actor.by} acted here last`;
}

const HoldButton = ({ live: { holder, send } }: Pick<LiveFootProps, 'live'>) =>
  holder === undefined ? (
    <Button
      size="compact-xs"
      variant="default"
      className="fixed-size"
      title="Agents are refused until you hand the browser back"
      onClick={() => send({ kind: 'take-over' })}
    >
      Take over
    </Button>
  ) : (
    <Button size="compact-xs" className="fixed-size" onClick={() => send({ kind: 'hand-back' })}>
      Hand back
    </Button>
  );

interface ViewProps extends Pick<LiveFootProps, 'zoom' | 'onZoom' | 'hasActors'> {
  /** Undefined: it is in a window of its own already. */
  onPopOut: (() => void) | undefined;
}

const ACTUAL_SIZE = 'Actual size';
const POP_OUT = 'Open in its own window';

const ViewButtons = ({ zoom, onZoom, onPopOut, hasActors }: ViewProps) => (
  <span className={`row gap-xs ${classes.views}`}>
    {hasActors && <SideBySideButton />}
    <Button
      size="compact-xs"
      variant={zoom === 'whole' ? 'light' : 'subtle'}
      color={zoom === 'whole' ? undefined : 'gray'}
      aria-pressed={zoom === 'whole'}
      title={zoom === 'fit' ? 'Show the page pixel by pixel; the pane then scrolls' : 'Fit the page into the pane'}
      onClick={() => onZoom(zoom === 'fit' ? 'whole' : 'fit')}
    >
      {ACTUAL_SIZE}
    </Button>
    {onPopOut !== undefined && (
      <>
        <NetworkButton />
        <IconButton label={POP_OUT} size="sm" icon={<PopOutIcon size={15} />} onClick={onPopOut} />
      </>
    )}
  </span>
);

const SIDE_BY_SIDE = 'Windows side by side';

function useSideBySide() {
  const { store } = useIde();
  const isOn = useIdeState(state => state.view.isSideBySide === true);
  return { isOn, toggle: () => store.setView({ isSideBySide: !isOn }) };
}

function SideBySideButton() {
  const { isOn, toggle } = useSideBySide();
  return (
    <IconButton label={SIDE_BY_SIDE} size="sm" icon={<ColumnsIcon size={15} />} isPressed={isOn} onClick={toggle} />
  );
}

function SideBySideItem() {
  const { isOn, toggle } = useSideBySide();
  return (
    <Menu.CheckboxItem checked={isOn} onChange={toggle} closeMenuOnClick>
      {SIDE_BY_SIDE}
    </Menu.CheckboxItem>
  );
}

const NETWORK_LOG = 'Network log';

function NetworkButton() {
  const ide = useIde();
  return (
    <IconButton
      label={NETWORK_LOG}
      size="sm"
      icon={<NetworkIcon size={15} />}
      isPressed={useIdeState(isNetworkLogShown)}
      onClick={() => void perform(toggleNetworkLog, ide)}
    />
  );
}

function NetworkItem() {
  const ide = useIde();
  const isShown = useIdeState(isNetworkLogShown);
  const toggle = () => void perform(toggleNetworkLog, ide);
  return (
    <Menu.CheckboxItem checked={isShown} onChange={toggle} closeMenuOnClick>
      {NETWORK_LOG}
    </Menu.CheckboxItem>
  );
}

const ViewMenu = ({ zoom, onZoom, onPopOut, hasActors }: ViewProps) => (
  <span className={classes.viewMenu}>
    <Menu position="top-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label="More about the view">
          <DotsIcon size={15} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {hasActors && <SideBySideItem />}
        <Menu.CheckboxItem
          checked={zoom === 'whole'}
          onChange={isWhole => onZoom(isWhole ? 'whole' : 'fit')}
          closeMenuOnClick
        >
          {ACTUAL_SIZE}
        </Menu.CheckboxItem>
        {onPopOut !== undefined && (
          <>
            <NetworkItem />
            <Menu.Item onClick={onPopOut}>{POP_OUT}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  </span>
);

/** What a window adds around the page, in pixels. */
const AROUND = { width: 24, height: 130 };

function usePopOut(size: LiveViewState['size'] = { width: 1280, height: 720 }): (() => void) | undefined {
  const { screens } = useIde();
  const place = usePlace();
  if (!isInProject(place)) return undefined;
  const { projectId, versionId } = place;
  const { width, height } = { width: size.width + AROUND.width, height: size.height + AROUND.height };
  // Without `noopener` the window would share the session of this one, and be taken for it.
  return () =>
    void window.open(
      screens.pathOf({ tab: 'live', projectId, versionId }),
      '_blank',
      `popup,noopener,width=${width},height=${height}`,
    );
}
