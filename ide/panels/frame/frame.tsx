/** The frame around every screen: header, state of the connection, status bar. Knows no screen. */

import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIdeState } from '../../app/context.tsx';
import { lookOf } from '../shared/run-states.tsx';
import { ConnectionBanner, ReadOnlyBanner } from './connection-banner.tsx';
import classes from './frame.module.css';
import { Header } from './header.tsx';
import { StatusBar } from './status-bar.tsx';

export function Frame({ children }: { children: ReactNode }) {
  const name = useIdeState(state =>
    state.project?.snapshot.phase === 'ready' ? state.project.snapshot.value.project.name : undefined,
  );
  return (
    <div className={classes.frame}>
      <title>{name === undefined ? 'Steploom' : `${name} – Steploom`}</title>
      <Header />
      <ConnectionBanner />
      <ReadOnlyBanner />
      <main className={classes.main}>{children}</main>
      <StatusBar />
      <RunAnnouncer />
    </div>
  );
}

/** Says aloud how a run goes: failures at once, the rest when there is time. */
function RunAnnouncer() {
  const { state, reason, action } = useIdeState(({ run }) => run);
  const isBad = state === 'failed' || state === 'error';
  const text = state === 'idle' ? '' : `Run ${lookOf(state).word}`;
  const paused = state === 'paused' && action !== undefined ? ` before action ${action.actionIndex + 1}` : '';
  return (
    <VisuallyHidden>
      <div aria-live="polite">{isBad ? '' : `${text}${paused}`}</div>
      <div aria-live="assertive">{isBad ? `${text}. ${reason ?? ''}` : ''}</div>
    </VisuallyHidden>
  );
}
