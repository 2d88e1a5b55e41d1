import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import { snapshotOf } from '../../app/state.ts';
import { attempt } from '../../commands/command.ts';
import { Hint } from '../../ui/hint.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { AppWindowIcon, ReloadIcon } from '../../ui/icons.ts';
import { Panel } from '../../ui/panel.tsx';
import { LivePicture } from './live-picture.tsx';
import classes from './live-view.module.css';

/** The window of the application under test: where it is, and what it shows. */
export function LiveView() {
  const isOpen = useIdeState(state => state.app.isOpen);
  const projectId = useIdeState(state => state.project?.projectId);
  return (
    <Panel label="Application" head={<AddressBar />}>
      {isOpen && projectId !== undefined ? <LivePicture projectId={projectId} /> : <ClosedApp />}
    </Panel>
  );
}

/** One call at a time; what it is about is shown meanwhile. */
function useWindowCall() {
  const { session } = useIde();
  const [isBusy, setBusy] = useState(false);
  const call = async (title: string, name: string, given?: Record<string, unknown>) => {
    setBusy(true);
    await attempt(title, () => session.callTool(name, given));
    setBusy(false);
  };
  return { isBusy, call };
}

function AddressBar() {
  const { url = '', isOpen } = useIdeState(state => state.app);
  const start = useIdeState(state => snapshotOf(state)?.project.appUrl);
  const [typed, setTyped] = useState<string>();
  const { isBusy, call } = useWindowCall();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const target = (typed ?? url).trim();
    await call('Open the address', 'navigateUrl', { url: target === '' ? '/' : target });
    setTyped(undefined);
  };
  return (
    <form className={classes.address} onSubmit={submit}>
      <IconButton
        label="Reload the page"
        icon={<ReloadIcon size={16} />}
        obstacle={isOpen ? undefined : 'The app window is not open'}
        loading={isBusy}
        onClick={() => void call('Reload', 'refreshPage')}
      />
      <TextInput
        className={classes.url}
        size="xs"
        variant="filled"
        aria-label="Address of the app"
        placeholder={start === undefined ? 'Address, e.g. http://localhost:3000' : `Address, or a path such as /`}
        value={typed ?? url}
        onChange={event => setTyped(event.currentTarget.value)}
        onBlur={() => typed === url && setTyped(undefined)}
        onKeyDown={event => event.key === 'Escape' && setTyped(undefined)}
        autoComplete="off"
        spellCheck={false}
      />
    </form>
  );
}

function ClosedApp() {
  const appUrl = useIdeState(state => snapshotOf(state)?.project.appUrl);
  const { isBusy, call } = useWindowCall();
  return (
    <Hint
      title="The app window is closed"
      icon={<AppWindowIcon size={22} aria-hidden />}
      actions={
        appUrl !== undefined && (
          <Button size="xs" loading={isBusy} onClick={() => void call('Open the app', 'navigateUrl', { url: '/' })}>
            Open the app
          </Button>
        )
      }
    >
      Open an address, or run a test: the page that it works on is shown here.
    </Hint>
  );
}
