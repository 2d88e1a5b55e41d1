/** What those who are signed in see: loaded on its own, while the page finds out whether they are. */
import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import { lazy, Suspense, useEffect } from 'react';
import { useIde } from '../app/context.tsx';
import { closeEarly } from '../app/early-keys.ts';
import { bindClipboard } from '../commands/clipboard.ts';
import { bindKeys } from '../commands/keys.ts';
import { bindLeaving } from '../commands/leaving.ts';
import { Frame } from '../panels/frame/frame.tsx';
import { keepFocus } from './keep-focus.ts';
import { Screen } from './screen.tsx';

const Dialogs = lazy(async () => ({ default: (await import('./dialogs.tsx')).Dialogs }));

export function Workspace() {
  const ide = useIde();
  useEffect(() => bindKeys(ide), [ide]);
  useEffect(() => bindClipboard(ide), [ide]);
  useEffect(() => bindLeaving(ide), [ide]);
  useEffect(keepFocus, []);
  useEffect(closeEarly, []);
  return (
    <>
      <Notifications position="bottom-right" limit={4} />
      <Frame>
        <Screen />
      </Frame>
      <Suspense fallback={null}>
        <Dialogs />
      </Suspense>
    </>
  );
}
