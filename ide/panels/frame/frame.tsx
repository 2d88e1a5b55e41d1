/** The frame around every screen: header, state of the connection, status bar. Knows no screen. */
import type { ReactNode } from 'react';
import { useIdeState } from '../../app/context.tsx';
import { ConnectionBanner, ReadOnlyBanner } from './connection-banner.tsx';
import classes from './frame.module.css';
import { Header } from './header.tsx';
import { RunAnnouncer } from './run-announcer.tsx';
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
