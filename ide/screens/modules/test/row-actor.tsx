import { ACTION_KINDS, isActionType } from '../../../../model/actions/index.ts';
import { colourOf } from '../../../../model/project/shown-actor.ts';
import { actorsOf } from '../../../app/actors.ts';
import { useIdeState } from '../../../app/context.tsx';
import type { NewAction } from '../../../app/edits.ts';
import { ActorChip } from '../../../parts/actor-chip.tsx';
import classes from './row.module.css';

interface RowActorProps {
  action: NewAction;
  testCode: string;
  depth: number;
}

/** What only parts or ends a block is done by nobody. */
const isActing = ({ type }: NewAction): boolean =>
  !isActionType(type) || !['else', 'end'].includes(ACTION_KINDS[type].block);

/** Chips of all rows are as wide as the longest name, so that sentences begin below each other. */
export function RowActor({ action, testCode, depth }: RowActorProps) {
  const actors = useIdeState(state => actorsOf(state, testCode));
  const [first] = actors;
  const name = typeof action.actor === 'string' ? action.actor : first?.name;
  const isKnown = actors.some(actor => actor.name === name);
  const longest = Math.max(...actors.map(actor => actor.name.length), 3);
  return (
    <span className={classes.actor} style={{ width: `${longest + 2}ch`, marginInlineEnd: 6 + depth * 14 }}>
      {name !== undefined && isActing(action) && (
        <ActorChip
          name={name}
          colour={isKnown ? colourOf(actors, name) : undefined}
          hint={isKnown ? name : `“${name}” is none of the actors of this test`}
          isQuiet={name === first?.name}
          isUnknown={!isKnown}
        />
      )}
    </span>
  );
}
