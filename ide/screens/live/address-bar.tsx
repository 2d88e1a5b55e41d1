import { Button, Popover, TextInput, Tooltip } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { LiveInput } from '../../../model/protocol/channel/live.ts';
import { useIde, useIdeState, usePlace } from '../../app/context.tsx';
import { snapshotOf } from '../../app/state.ts';
import { perform } from '../../commands/command.ts';
import { COMMANDS } from '../../commands/index.ts';
import { pointAndDo } from '../../commands/point.ts';
import { MoreMenu } from '../../parts/command-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ArrowLeftIcon, ArrowRightIcon, ChevronDownIcon, PointIcon, ReloadIcon } from '../../ui/icons.ts';
import classes from './live-view.module.css';
import { type PageSize, pageSizeAs } from './page-size.ts';
import type { LiveViewState } from './use-live-view.ts';
import type { Pointing } from './use-pointing.ts';
import type { ShownActor } from './use-shown-actor.ts';
import { useWindowCall, useWindowObstacle } from './use-window-call.ts';

type WindowCall = ReturnType<typeof useWindowCall>;

const WINDOW_COMMANDS = [COMMANDS.clearSiteData];

interface AddressBarProps {
  live: LiveViewState;
  pointing: Pointing;
  /** What the pane has for the picture, in pixels. */
  room: PageSize;
  widen: ReactNode;
  actor: ShownActor;
}

export function AddressBar({ live, pointing, room, widen, actor }: AddressBarProps) {
  const windowCall = useWindowCall(actor.other);
  return (
    <div className="row gap-sm grow may-shrink">
      <WayButtons live={live} windowCall={windowCall} isOpen={actor.isOpen} />
      <AddressField windowCall={windowCall} actor={actor} />
      {pointing.Bubble !== undefined && <PointButton isOn={pointing.isOn} />}
      <ViewportChoice live={live} room={room} isOpen={actor.isOpen} />
      <MoreMenu label="More about the window" commands={WINDOW_COMMANDS} />
      {widen}
    </div>
  );
}

function PointButton({ isOn }: { isOn: boolean }) {
  const ide = useIde();
  const place = usePlace();
  const obstacle = useIdeState(state => pointAndDo.obstacle({ state, place }));
  return (
    <IconButton
      label={isOn ? 'Stop pointing' : 'Point and do: click an element, choose what to do. Also Alt and a click'}
      name={pointAndDo.title}
      icon={<PointIcon size={16} />}
      shortcut={pointAndDo.shortcut}
      obstacle={obstacle}
      isPressed={isOn}
      {...(isOn && { variant: 'filled', color: 'indigo' })}
      onClick={() => void perform(pointAndDo, ide)}
    />
  );
}

interface WayButtonsProps {
  live: LiveViewState;
  windowCall: WindowCall;
  isOpen: boolean;
}

function WayButtons({ live: { history }, windowCall, isOpen }: WayButtonsProps) {
  const { isBusy, run, perform: performAs } = windowCall;
  const obstacle = useWindowObstacle(isOpen);
  const go = (title: string, type: 'goBack' | 'goForward') => void performAs(title, { type });
  const missing = (isThere: boolean | undefined, what: string) =>
    obstacle ?? (isThere === false ? `There is no page ${what} this one` : undefined);
  return (
    <>
      <IconButton
        label="Back"
        icon={<ArrowLeftIcon size={16} />}
        obstacle={missing(history?.back, 'before')}
        onClick={() => go('Back', 'goBack')}
      />
      <IconButton
        label="Forward"
        icon={<ArrowRightIcon size={16} />}
        obstacle={missing(history?.forward, 'after')}
        onClick={() => go('Forward', 'goForward')}
      />
      <IconButton
        label="Reload the page"
        icon={<ReloadIcon size={16} />}
        obstacle={obstacle}
        loading={isBusy}
        onClick={() => void run('Reload', 'refreshPage')}
      />
    </>
  );
}

function AddressField({ windowCall: { run }, actor }: { windowCall: WindowCall; actor: ShownActor }) {
  const own = useIdeState(state => addressToShow(state.app.url));
  const shown = actor.actors.find(({ name }) => name === actor.shown);
  const url = shown === undefined ? own : addressToShow(shown.url);
  const { isOpen } = actor;
  const start = useIdeState(state => snapshotOf(state)?.project.appUrl);
  const obstacle = useWindowObstacle(isOpen);
  const { typed, isRefused, setTyped, settle } = useTyped(url);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const target = (typed ?? url).trim();
    const isDone = await run('Open the address', 'navigateUrl', { url: target === '' ? '/' : target });
    // What was refused stays, to be corrected.
    settle(typed, isDone ? undefined : { text: target, isRefused: true });
  };
  return (
    <form className="grow may-shrink" onSubmit={submit}>
      <TextInput
        size="xs"
        variant="filled"
        aria-label="Address of the app"
        placeholder={start === undefined ? 'Address, e.g. http://localhost:3000' : `Address, or a path such as /`}
        value={typed ?? url}
        error={isRefused}
        readOnly={isOpen && obstacle !== undefined}
        title={isOpen ? obstacle : undefined}
        onChange={event => setTyped(event.currentTarget.value)}
        onBlur={() => typed === url && setTyped(undefined)}
        onKeyDown={event => event.key === 'Escape' && setTyped(undefined)}
        autoComplete="off"
        spellCheck={false}
      />
    </form>
  );
}

/** The address of Chromium's own error page leads nowhere. */
const addressToShow = (url = ''): string => (url.startsWith('chrome-error:') ? '' : url);

interface TypedAddress {
  text: string;
  isRefused: boolean;
}

/** A refused address goes once another page is shown. */
function useTyped(url: string) {
  const [address, setAddress] = useState<TypedAddress>();
  const { text: typed, isRefused = false } = address ?? {};
  const setTyped = (text: string | undefined) =>
    setAddress(text === undefined ? undefined : { text, isRefused: false });
  /** Keeps what was typed since `sent`. */
  const settle = (sent: string | undefined, next: TypedAddress | undefined) =>
    setAddress(now => (now?.text === sent ? next : now));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another page counts
  useEffect(() => {
    if (isRefused && url !== '') setAddress(undefined);
  }, [url]);
  return { typed, isRefused, setTyped, settle };
}

const PRESETS = [
  { name: 'Desktop', width: 1280, height: 720 },
  { name: 'Laptop', width: 1440, height: 900 },
  { name: 'Full HD', width: 1920, height: 1080 },
  { name: 'Tablet', width: 820, height: 1180 },
  { name: 'Phone', width: 390, height: 844 },
];

const LIMITS = 'Width 200 to 7680, height 200 to 4320';

/** The size lasts until a new window is opened. */
function ViewportChoice({ live, room, isOpen }: Pick<AddressBarProps, 'live' | 'room'> & { isOpen: boolean }) {
  const [isChoosing, setChoosing] = useState(false);
  const windowObstacle = useWindowObstacle(isOpen);
  const { size } = live;
  const obstacle = windowObstacle ?? (size === undefined ? 'The screenshot is still loading' : undefined);
  const shown = size === undefined ? 'Size' : `${size.width} × ${size.height}`;
  const asPane = pageSizeAs(room);
  const offered = asPane === undefined ? PRESETS : [{ name: 'As the pane', ...asPane }, ...PRESETS];
  const choose = (wanted: PageSize) => {
    live.send({ kind: 'resize', ...wanted });
    setChoosing(false);
  };
  return (
    <Popover opened={isChoosing && obstacle === undefined} onChange={setChoosing} position="bottom-end" trapFocus>
      <Tooltip label={obstacle ?? 'Page size'} openDelay={400}>
        <Popover.Target>
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            className={`fixed-size numbers ${classes.size}`}
            rightSection={<ChevronDownIcon size={12} aria-hidden />}
            aria-label={`Page size: ${shown}`}
            aria-disabled={obstacle !== undefined || undefined}
            data-disabled={obstacle !== undefined || undefined}
            onClick={() => obstacle === undefined && setChoosing(!isChoosing)}
          >
            {shown}
          </Button>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown p="xs">
        {offered.map(({ name, ...preset }) => (
          <button
            type="button"
            key={name}
            className={`full-width bare ${classes.option}`}
            aria-pressed={preset.width === size?.width && preset.height === size.height}
            onClick={() => choose(preset)}
          >
            {name} {preset.width} × {preset.height}
          </button>
        ))}
        {size !== undefined && <OwnSize size={size} onChoose={choose} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function OwnSize({ size, onChoose }: { size: PageSize; onChoose(size: PageSize): void }) {
  const [width, setWidth] = useState(String(size.width));
  const [height, setHeight] = useState(String(size.height));
  const wanted = { width: Number(width), height: Number(height) };
  const isPossible = LiveInput.safeParse({ kind: 'resize', ...wanted }).success;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPossible) onChoose(wanted);
  };
  return (
    <form className={classes.ownSize} onSubmit={submit}>
      <Pixels label="Width" value={width} isWrong={!isPossible} onChange={setWidth} />
      <Pixels label="Height" value={height} isWrong={!isPossible} onChange={setHeight} />
      <Button type="submit" size="xs" disabled={!isPossible}>
        Resize
      </Button>
      {!isPossible && (
        <p className={`small failed ${classes.problem}`} role="status">
          {LIMITS}
        </p>
      )}
    </form>
  );
}

interface PixelsProps {
  label: string;
  value: string;
  isWrong: boolean;
  onChange(value: string): void;
}

const Pixels = ({ label, value, isWrong, onChange }: PixelsProps) => (
  <TextInput
    size="xs"
    w="4.5rem"
    inputMode="numeric"
    autoComplete="off"
    label={label}
    value={value}
    error={isWrong}
    onChange={event => onChange(event.currentTarget.value)}
  />
);
