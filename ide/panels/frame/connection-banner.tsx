import { Button, Code } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import { snapshotOf } from '../../app/state.ts';
import classes from './frame.module.css';

const LONG_MS = 60_000;

/** What a person must know while the service cannot be reached. */
export function ConnectionBanner() {
  const { session } = useIde();
  const connection = useIdeState(state => state.connection);
  const now = useNow(connection.phase === 'lost');
  if (connection.phase !== 'lost') return null;
  const { lostAt, retryAt } = connection;
  const seconds = Math.max(0, Math.ceil((retryAt - now) / 1_000));
  return (
    <section className={classes.banner} aria-label="Connection">
      <span>
        <span role="alert">Connection to the server lost.</span> {/* Not told aloud each second. */}
        {seconds > 0 ? `Retrying in ${seconds} s` : 'Trying again'}
      </span>
      <Button size="compact-xs" variant="outline" color="yellow" c="inherit" onClick={() => session.retryNow()}>
        Retry now
      </Button>
      {now - lostAt > LONG_MS && (
        <span>
          Start it with <Code>npx steploom open</Code>
        </span>
      )}
    </section>
  );
}

/** What a person must know while edits of the project are refused. */
export function ReadOnlyBanner() {
  const reason = useIdeState(state => snapshotOf(state)?.readOnly ?? null);
  if (reason === null) return null;
  return (
    <section className={classes.banner} aria-label="Read-only">
      <span>
        <span role="alert">The project is read-only.</span> <span dir="auto">{reason}</span>
      </span>
    </section>
  );
}

function useNow(isTicking: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isTicking) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [isTicking]);
  return now;
}
