import type { ActorColour } from '../../model/project/actor.ts';
import classes from './actor-chip.module.css';

interface ActorChipProps {
  name: string;
  /** Left out: none is known. */
  colour?: ActorColour | undefined;
  /** Default: the name, which may be cut. */
  hint?: string | undefined;
  isQuiet?: boolean;
  isUnknown?: boolean;
  className?: string | undefined;
}

export const ActorChip = ({ name, colour = 'grey', hint = name, isQuiet, isUnknown, className }: ActorChipProps) => (
  <span
    className={`ellipsis ${classes.chip} ${className ?? ''}`}
    style={{ color: `var(--st-actor-${colour})` }}
    data-quiet={isQuiet || undefined}
    data-unknown={isUnknown || undefined}
    title={hint}
    dir="auto"
  >
    {name}
  </span>
);
