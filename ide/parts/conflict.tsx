import { Button } from '@mantine/core';
import classes from './conflict.module.css';

interface SettleProps {
  onSettle(choice: 'theirs' | 'mine'): void;
}

export const SettleButtons = ({ onSettle }: SettleProps) => (
  <span className="flex gap-md fixed-size">
    <Button size="compact-xs" variant="default" onClick={() => onSettle('theirs')}>
      Take theirs
    </Button>
    <Button size="compact-xs" variant="default" onClick={() => onSettle('mine')}>
      Keep mine
    </Button>
  </span>
);

interface ConflictProps extends SettleProps {
  /** The current value, where that is a text that can be shown, or what is affected. */
  what?: string | undefined;
  /** Who changed it, where that is known. */
  by?: string | undefined;
}

export const Conflict = ({ what, by, onSettle }: ConflictProps) => (
  <div className={classes.conflict} role="alert">
    <span className="grow may-shrink break-words" dir="auto">
      {by === undefined ? 'Changed elsewhere' : `Changed elsewhere by ${by}`}
      {what !== undefined && `: ${what}`}
    </span>
    <SettleButtons onSettle={onSettle} />
  </div>
);
