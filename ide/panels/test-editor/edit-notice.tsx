import { Button } from '@mantine/core';
import { useIde } from '../../app/context.tsx';
import type { Edit, EditDeed } from '../../app/edits.ts';
import classes from './row.module.css';

/** What holds an edit up, and what can be done about it. */
export function EditNotice({ edit: { key, deed, state } }: { edit: Edit }) {
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
      <div role="gridcell" className={classes.noticeCell}>
        {state.phase === 'waiting' && <span>Will be saved when reconnected</span>}
        {state.phase === 'conflict' && (
          <>
            <span>Changed elsewhere</span>
            <span className={classes.mine} dir="auto">
              · yours: {wordsOf(deed)}
            </span>
            {discard('Take theirs')} {retry('Keep mine')}
          </>
        )}
        {state.phase === 'failed' && (
          <>
            <span dir="auto">Not saved: {state.message}</span> {retry('Retry')} {discard('Discard')}
          </>
        )}
      </div>
    </div>
  );
}

/** What the person wanted, as short as it can be told. */
function wordsOf(deed: EditDeed): string {
  const count = 'actionIds' in deed && deed.actionIds.length > 1 ? `${deed.actionIds.length} actions ` : '';
  const fields = 'fields' in deed ? Object.entries(deed.fields) : [];
  const words = fields.map(([name, value]) => wordsOfField(name, value)).join(', ');
  return `${count}${words || 'deleted'}`;
}

function wordsOfField(name: string, value: unknown): string {
  if (name === 'disabled') return value === true ? 'disabled' : 'enabled';
  if (value === null) return `no ${name}`;
  return `${name} ${typeof value === 'string' ? `“${value}”` : JSON.stringify(value)}`;
}
