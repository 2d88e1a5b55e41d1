/** Actors as people see them. Apart from the schema, which the page needs before it shows anything. */
import { ACTOR_COLOURS, type ActorColour, type TestActors } from './actor.ts';

/** The one it has, else one by its place. */
export const colourOf = (actors: TestActors, name: string): ActorColour => {
  const at = Math.max(
    0,
    actors.findIndex(actor => actor.name === name),
  );
  return actors[at]?.colour ?? ACTOR_COLOURS[at % ACTOR_COLOURS.length] ?? 'blue';
};

/** As results, reports and listings say it: “Seller: Click …”. */
export const actedTitle = (actor: string | undefined, title: string): string =>
  actor === undefined ? title : `${actor}: ${title}`;

/** Undoes `actedTitle`, for those who show the actor in another way. */
export const titleWithoutActor = ({ actor, title }: { actor?: string | undefined; title: string }): string =>
  actor !== undefined && title.startsWith(`${actor}: `) ? title.slice(actor.length + 2) : title;
