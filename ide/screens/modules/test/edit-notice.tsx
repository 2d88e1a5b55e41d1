import { Button } from '@mantine/core';
import { useIde, useIsConnected } from '../../../app/context.tsx';
import type { Edit, EditOperation } from '../../../app/edits.ts';
import { SettleButtons } from '../../../parts/conflict.tsx';
import classes from './row.module.css';

export function EditNotice({ edit: { key, operation, state } }: { edit: Edit }) {
  const { editing } = useIde();
  const isOpen = useIsConnected();
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
              · yours: {wordsOf(operation)}
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
function wordsOf(operation: EditOperation): string {
  const count =
    'actionIds' in operation && operation.actionIds.length > 1 ? `${operation.actionIds.length} actions ` : '';
  if (operation.tool !== 'editAction' && operation.tool !== 'editActions') return count + DONE[operation.tool];
  return `${count}${operation.fields.disabled === true ? 'disabled' : 'enabled'}`;
}
