import { Button } from '@mantine/core';
import classes from './conflict.module.css';

/** Asks whose change is kept. */
export function Conflict({ onSettle }: { onSettle(choice: 'theirs' | 'mine'): void }) {
  return (
    <div className={classes.conflict} role="alert">
      <span>Changed elsewhere</span>
      <Button size="compact-xs" variant="default" onClick={() => onSettle('theirs')}>
        Take theirs
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => onSettle('mine')}>
        Keep mine
      </Button>
    </div>
  );
}
