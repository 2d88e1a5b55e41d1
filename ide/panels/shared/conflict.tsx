import { Button } from '@mantine/core';
import classes from './conflict.module.css';

interface ConflictProps {
  /** What it is now, where that is a text that can be shown. */
  theirs?: string | undefined;
  onSettle(choice: 'theirs' | 'mine'): void;
}

/** Asks whose change is kept. */
export function Conflict({ theirs, onSettle }: ConflictProps) {
  return (
    <div className={classes.conflict} role="alert">
      <span dir="auto">{theirs === undefined ? 'Changed elsewhere' : `Changed elsewhere: “${theirs}”`}</span>
      <Button size="compact-xs" variant="default" onClick={() => onSettle('theirs')}>
        Take theirs
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => onSettle('mine')}>
        Keep mine
      </Button>
    </div>
  );
}
