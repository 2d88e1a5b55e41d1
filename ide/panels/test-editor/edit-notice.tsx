import { Button } from '@mantine/core';
import { useIde } from '../../app/context.tsx';
import type { Edit } from '../../app/edits.ts';
import classes from './row.module.css';

/** What holds an edit up, and what can be done about it. */
export function EditNotice({ edit: { key, state } }: { edit: Edit }) {
  const { editing } = useIde();
  if (state.phase === 'sending') return null;
  const retry = (label: string) => (
    <Button size="compact-xs" variant="default" onClick={() => void editing.retry(key)}>
      {label}
    </Button>
  );
  const discard = (label: string) => (
    <Button size="compact-xs" variant="default" onClick={() => editing.discard(key)}>
      {label}
    </Button>
  );
  return (
    <div role="row" className={classes.notice} data-phase={state.phase}>
      <div role="gridcell">
        {state.phase === 'waiting' && <span>Waits for the connection</span>}
        {state.phase === 'conflict' && (
          <>
            <span>Changed elsewhere</span> {discard('Take theirs')} {retry('Keep mine')}
          </>
        )}
        {state.phase === 'failed' && (
          <>
            <span className="foreign">Not saved: {state.message}</span> {retry('Retry')} {discard('Discard')}
          </>
        )}
      </div>
    </div>
  );
}
