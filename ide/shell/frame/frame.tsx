/** The frame around every screen: header, state of the connection, status bar. Knows no screen. */

import { Button, Code, VisuallyHidden } from '@mantine/core';
import { type ReactNode, type RefObject, useMemo, useRef } from 'react';
import { counted } from '../../../model/names/counted.ts';
import { useIde, useIdeState, usePlace } from '../../app/context.tsx';
import { isInProject } from '../../app/places.ts';
import { snapshotOf } from '../../app/state.ts';
import { COMMANDS } from '../../commands/index.ts';
import { CommandButton } from '../../parts/command-button.tsx';
import { lookOf } from '../../parts/run-states.tsx';
import { AppWindowIcon, DrawerIcon, TreeIcon, WarningIcon } from '../../ui/icons.ts';
import { useNow } from '../../ui/use-now.ts';
import classes from './frame.module.css';
import { Header } from './header.tsx';

export function Frame({ children }: { children: ReactNode }) {
  const { screens } = useIde();
  const place = usePlace();
  const title = useIdeState(state => screens.titleOf(state, place));
  const isBare = isInProject(place) && screens.of[place.tab].entry === 'window';
  const main = useRef<HTMLElement>(null);
  return (
    <div className={`column ${classes.frame}`}>
      <title>{title}</title>
      {!isBare && <SkipButton main={main} />}
      {!isBare && <Header />}
      <ConnectionBanner />
      <ReadOnlyBanner />
      <main ref={main} className={`column fill ${classes.main}`}>
        {children}
      </main>
      {!isBare && <StatusBar />}
      <RunAnnouncer />
    </div>
  );
}

/** First in the order of Tab, as the header has many stops. */
const SkipButton = ({ main }: { main: RefObject<HTMLElement | null> }) => (
  <Button className={classes.skip} size="compact-sm" onClick={() => focusOnce(main.current)}>
    Skip to content
  </Button>
);

/** Focusable only while it has the focus: a click beside its controls must not focus it. */
function focusOnce(main: HTMLElement | null): void {
  if (main === null) return;
  main.tabIndex = -1;
  main.focus();
  main.addEventListener('blur', () => main.removeAttribute('tabindex'), { once: true });
}

/** Announces failures at once, the rest politely. */
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

function ConnectionBanner() {
  const connection = useIdeState(state => state.connection);
  return connection.phase === 'lost' ? <LostConnection {...connection} /> : null;
}

const LONG_MS = 60_000;
const LOOK_EVERY_MS = 500;

function LostConnection({ lostAt, retryAt }: { lostAt: number; retryAt: number }) {
  const { session } = useIde();
  const now = useNow(LOOK_EVERY_MS);
  const seconds = Math.max(0, Math.ceil((retryAt - now) / 1_000));
  return (
    <section className={classes.banner} aria-label="Connection">
      <span>
        <span role="alert">Connection to the server lost.</span> {/* Not announced each second. */}
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

function ReadOnlyBanner() {
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

const CONNECTIONS = {
  open: { word: 'Connected', color: 'var(--st-passed)' },
  connecting: { word: 'Connecting', color: 'var(--st-warning)' },
  lost: { word: 'Not connected', color: 'var(--st-failed)' },
};

function StatusBar() {
  const { word, color } = CONNECTIONS[useIdeState(state => state.connection.phase)];
  const place = usePlace();
  const shown = useIdeState(state => snapshotOf(state)?.project.projectId);
  // Another project may be loading.
  const hasProject = isInProject(place) && shown === place.projectId;
  return (
    <footer className={`row note ${classes.status}`}>
      {hasProject && <CommandButton command={COMMANDS.toggleTree} icon={<TreeIcon size={15} />} size="sm" />}
      {hasProject && <CommandButton command={COMMANDS.toggleDrawer} icon={<DrawerIcon size={15} />} size="sm" />}
      <span className={classes.fact}>
        <span className={classes.dot} style={{ color }} />
        <span>{word}</span>
      </span>
      {hasProject && <AppFact />}
      {hasProject && <Counts />}
      <span className="grow" />
      <Release />
    </footer>
  );
}

function AppFact() {
  const { isOpen, title, url } = useIdeState(state => state.app);
  return (
    <span className={classes.fact} title={url}>
      <AppWindowIcon size={14} aria-hidden style={{ flex: 'none' }} />
      <span dir="auto">{isOpen ? title || url || 'App window open' : 'App window closed'}</span>
    </span>
  );
}

function Counts() {
  const tests = useCount(useIdeState(state => snapshotOf(state)?.tests));
  const modules = useCount(useIdeState(state => snapshotOf(state)?.modules));
  const damaged = useIdeState(state => snapshotOf(state)?.damaged.length ?? 0);
  return (
    <>
      <span className={classes.fact}>
        {counted(modules, 'module')} · {counted(tests, 'test')}
      </span>
      {damaged > 0 && (
        <span className={classes.fact} style={{ color: 'var(--st-failed)' }}>
          <WarningIcon size={14} aria-hidden />
          {counted(damaged, 'damaged file')}
        </span>
      )}
    </>
  );
}

/** Counted when the records change rather than at every change of the state. */
const useCount = (records: object = NONE): number => useMemo(() => Object.keys(records).length, [records]);

const NONE = {};

function Release() {
  const release = useIdeState(state => state.release);
  return release === undefined ? null : <span>Steploom {release}</span>;
}
