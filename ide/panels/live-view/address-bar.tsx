import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useIdeState } from '../../app/context.tsx';
import { snapshotOf } from '../../app/state.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ArrowLeftIcon, ArrowRightIcon, ReloadIcon } from '../../ui/icons.ts';
import classes from './live-view.module.css';
import type { LiveView } from './use-live-view.ts';
import { useWindowCall, useWindowObstacle } from './use-window-call.ts';
import { ViewportChoice } from './viewport-choice.tsx';

type WindowCall = ReturnType<typeof useWindowCall>;

/** Where the app window is, and how to get elsewhere. */
export function AddressBar({ live }: { live: LiveView }) {
  const windowCall = useWindowCall();
  return (
    <div className={classes.address}>
      <WayButtons live={live} windowCall={windowCall} />
      <AddressField windowCall={windowCall} />
      <ViewportChoice live={live} />
    </div>
  );
}

function WayButtons({ live: { history }, windowCall }: { live: LiveView; windowCall: WindowCall }) {
  const { isBusy, call } = windowCall;
  const obstacle = useWindowObstacle();
  const go = (title: string, type: 'goBack' | 'goForward') => void call(title, 'performAction', { action: { type } });
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
        onClick={() => void call('Reload', 'refreshPage')}
      />
    </>
  );
}

function AddressField({ windowCall: { call } }: { windowCall: WindowCall }) {
  const url = useIdeState(state => state.app.url) ?? '';
  const isOpen = useIdeState(state => state.app.isOpen);
  const start = useIdeState(state => snapshotOf(state)?.project.appUrl);
  const obstacle = useWindowObstacle();
  const [typed, setTyped] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const target = (typed ?? url).trim();
    await call('Open the address', 'navigateUrl', { url: target === '' ? '/' : target });
    setTyped(undefined);
  };
  return (
    <form className={classes.url} onSubmit={submit}>
      <TextInput
        size="xs"
        variant="filled"
        aria-label="Address of the app"
        placeholder={start === undefined ? 'Address, e.g. http://localhost:3000' : `Address, or a path such as /`}
        value={typed ?? url}
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
