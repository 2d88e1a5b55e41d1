/** Who acts in a test of several people. */
import { z } from 'zod';
import { ActorName, Name } from '../names/codes.ts';

export const ACTOR_COLOURS = ['blue', 'orange', 'green', 'purple', 'red', 'teal', 'pink', 'grey'] as const;
const ActorColour = z.enum(ACTOR_COLOURS);
export type ActorColour = z.infer<typeof ActorColour>;

/** `role`: who it signs in as; `device`: what its window is. Both default to those of the test. */
export const TestActor = z.strictObject({
  name: ActorName,
  colour: ActorColour.optional(),
  role: Name.optional(),
  device: z.string().min(1).max(100).optional(),
});
export type TestActor = z.infer<typeof TestActor>;

/** Each has a browser of its own. */
export const MOST_ACTORS = 6;

/** The first one acts in rows that name nobody. */
export const TestActors = z.array(TestActor).max(MOST_ACTORS);
export type TestActors = z.infer<typeof TestActors>;

const listed = (actors: TestActors): string => actors.map(({ name }) => `“${name}”`).join(', ');

/** Undefined for one of the actors. */
export function unknownActor(actors: TestActors | undefined, name: string): string | undefined {
  if (actors === undefined || actors.length === 0) return `acts as “${name}”, but the test names no actors`;
  return actors.some(actor => actor.name === name)
    ? undefined
    : `acts as “${name}”, who is none of its actors: ${listed(actors)}`;
}
