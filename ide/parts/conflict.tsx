import { Button } from '@mantine/core';
import classes from './conflict.module.css';

interface SettleProps {
  onSettle(choice: 'theirs' | 'mine'): void;
}

export const SettleButtons = ({ onSettle }: SettleProps) => (
  <>
    <Button size="compact-xs" variant="default" onClick={() => onSettle('theirs')}>
      Take theirs
    </Button>
    <Button size="compact-xs" variant="default" onClick={() => onSettle('mine')}>
      Keep mine
    </Button>
  </>
);

interface ConflictProps extends SettleProps {
  /** The current value, where that is a text that can be shown, or what is affected. */
  what?: string | undefined;
}

export const Conflict = ({ what, onSettle }: ConflictProps) => (
  <div className={classes.conflict} role="alert">
    <span dir="auto">{what === undefined ? 'Changed elsewhere' : `Changed elsewhere: ${what}`}</span>
    <SettleButtons onSettle={onSettle} />
  </div>
);
