import { titleWithoutActor } from '../../model/project/shown-actor.ts';
import { shownColour } from '../app/actors.ts';
import { useIdeState } from '../app/context.tsx';
import { ActorChip } from './actor-chip.tsx';

interface Acted {
  actor?: string | undefined;
  title: string;
  testCode?: string | undefined;
}

export function ActorOf({ actor, testCode, className }: Pick<Acted, 'actor' | 'testCode'> & { className?: string }) {
  const colour = useIdeState(state => (actor === undefined ? undefined : shownColour(state, actor, testCode)));
  return actor === undefined ? null : <ActorChip name={actor} colour={colour} className={className} />;
}

/** The title of what was done, with who did it in their colour. */
export const ActedTitle = ({ of }: { of: Acted }) => (
  <>
    <ActorOf actor={of.actor} testCode={of.testCode} />
    {of.actor !== undefined && ' '}
    <span dir="auto">{titleWithoutActor(of)}</span>
  </>
);
