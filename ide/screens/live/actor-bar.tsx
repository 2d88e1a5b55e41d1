import { shownColour } from '../../app/actors.ts';
import { useIdeState } from '../../app/context.tsx';
import type { ActorWindow } from '../../app/front-actor.ts';
import { ActorChip } from '../../parts/actor-chip.tsx';
import type { ShownActor } from './use-shown-actor.ts';
import classes from './window-bar.module.css';
import { shortAddress, Thumbnail } from './window-bar.tsx';

/** The windows of a test of several people: who is where, and whose is in front. */
export function ActorBar({ actors, shown, show }: ShownActor) {
  if (actors.length === 0) return null;
  return (
    <ul className={`row gap-sm ${classes.bar}`} aria-label="Windows of actors">
      {actors.map(({ name, isOpen, url }, index) => (
        <li key={name} className={classes.window} data-shown={name === shown || undefined}>
          <button
            type="button"
            className={`bare ${classes.look}`}
            aria-pressed={name === shown}
            onClick={() => show(name)}
          >
            <Thumbnail actor={index === 0 ? undefined : name} isOpen={isOpen} />
            <span className={classes.words}>
              <ActorWords {...{ name, isOpen, url }} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Who somebody is, and where. */
export function ActorWords({ name, isOpen, url }: ActorWindow) {
  const colour = useIdeState(state => shownColour(state, name, state.run.testId));
  return (
    <>
      <ActorChip name={name} colour={colour} className={classes.actor} />
      <span className="note ellipsis" title={url}>
        {isOpen ? shortAddress(url) : 'Not open'}
      </span>
    </>
  );
}
