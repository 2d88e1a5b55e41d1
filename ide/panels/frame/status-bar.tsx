import { useMemo } from 'react';
import { useIdeState } from '../../app/context.tsx';
import { snapshotOf } from '../../app/state.ts';
import { COMMANDS } from '../../commands/index.ts';
import { AppWindowIcon, DrawerIcon, TreeIcon, WarningIcon } from '../../ui/icons.ts';
import { CommandButton } from '../shared/command-button.tsx';
import classes from './frame.module.css';

const CONNECTIONS = {
  open: { word: 'Connected', color: 'var(--st-passed)' },
  connecting: { word: 'Connecting', color: 'var(--st-warning)' },
  lost: { word: 'Not connected', color: 'var(--st-failed)' },
};

export function StatusBar() {
  const { word, color } = CONNECTIONS[useIdeState(state => state.connection.phase)];
  const hasProject = useIdeState(state => snapshotOf(state) !== undefined);
  return (
    <footer className={classes.status}>
      {hasProject && <CommandButton command={COMMANDS.toggleTree} icon={<TreeIcon size={15} />} size="sm" />}
      {hasProject && <CommandButton command={COMMANDS.toggleDrawer} icon={<DrawerIcon size={15} />} size="sm" />}
      <span className={classes.fact}>
        <span className={classes.dot} style={{ color }} />
        <span>{word}</span>
      </span>
      <WaitingEdits />
      {hasProject && <AppFact />}
      {hasProject && <Counts />}
      <span className={classes.spacer} />
      <Release />
    </footer>
  );
}

function WaitingEdits() {
  const count = useIdeState(({ edits, waitingCalls }) => edits.length + waitingCalls.length);
  const isLost = useIdeState(state => state.connection.phase === 'lost');
  if (count === 0 || !isLost) return null;
  return (
    <span className={classes.fact} style={{ color: 'var(--st-warning)' }}>
      <WarningIcon size={14} aria-hidden />
      <span>{count === 1 ? '1 edit waits' : `${count} edits wait`} for the connection</span>
    </span>
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
        {modules === 1 ? '1 module' : `${modules} modules`} · {tests === 1 ? '1 test' : `${tests} tests`}
      </span>
      {damaged > 0 && (
        <span className={classes.fact} style={{ color: 'var(--st-failed)' }}>
          <WarningIcon size={14} aria-hidden />
          {damaged === 1 ? '1 damaged file' : `${damaged} damaged files`}
        </span>
      )}
    </>
  );
}

/** Of many records; counted when they change rather than at every change of the state. */
const useCount = (records: object = NONE): number => useMemo(() => Object.keys(records).length, [records]);

const NONE = {};

function Release() {
  const release = useIdeState(state => state.release);
  return release === undefined ? null : <span>Steploom {release}</span>;
}
