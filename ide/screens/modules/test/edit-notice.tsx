import { Button } from '@mantine/core';
import { useIde, useIdeState } from '../../../app/context.tsx';
import type { Edit, EditDeed } from '../../../app/edits.ts';
import { SettleButtons } from '../../../parts/conflict.tsx';
import classes from './row.module.css';

export function EditNotice({ edit: { key, deed, state } }: { edit: Edit }) {
  const { editing } = useIde();
  const isOpen = useIdeState(({ connection }) => connection.phase === 'open');
  // While connected, an edit waits for a moment only.
  if (state.phase === 'sending' || (state.phase === 'waiting' && isOpen)) return null;
  const discard = () => editing.discard(key);
  const retry = () => void editing.retry(key);
  return (
    <div role="row" className={classes.notice} data-phase={state.phase}>
      <div role="gridcell" className={`row wrap medium ${classes.noticeCell}`}>
        {state.phase === 'waiting' && <span>Saving as soon as the connection is back</span>}
        {state.phase === 'conflict' && (
          <>
            <span>Changed elsewhere</span>
            <span className={classes.mine} dir="auto">
              · yours: {wordsOf(deed)}
            </span>
            <SettleButtons onSettle={choice => (choice === 'theirs' ? discard() : retry())} />
          </>
        )}
        {state.phase === 'failed' && (
          <>
            <span dir="auto">Not saved: {state.message}</span>
            <Button size="compact-xs" variant="default" onClick={retry}>
              Retry
            </Button>
            <Button size="compact-xs" variant="default" onClick={discard}>
              Discard
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

const DONE = { deleteActions: 'deleted', moveActions: 'moved', createAction: 'added', createActions: 'added' };

/** An edit without a form changes nothing but `disabled`. */
function wordsOf(deed: EditDeed): string {
  const count = 'actionIds' in deed && deed.actionIds.length > 1 ? `${deed.actionIds.length} actions ` : '';
  if (deed.tool !== 'editAction' && deed.tool !== 'editActions') return count + DONE[deed.tool];
  return `${count}${deed.fields.disabled === true ? 'disabled' : 'enabled'}`;
}
