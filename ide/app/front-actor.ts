/** Whose window of a test of several people is in front in the live view. */
import type { AppView } from '../../model/protocol/channel/channel.ts';
import type { IdeState } from './state.ts';

type ActorWindow = NonNullable<AppView['actors']>[number];

const NOBODY: readonly ActorWindow[] = [];

/** The first is the one whose the window itself is; empty while nobody else has one. */
export const actorWindows = ({ app }: Pick<IdeState, 'app'>): readonly ActorWindow[] => app.actors ?? NOBODY;

/** Whoever acts comes in front; what a person chose stays there until somebody else acts. */
export function frontActor(state: Pick<IdeState, 'app' | 'run' | 'view'>): string | undefined {
  const actors = actorWindows(state);
  const acting = state.run.action?.actor;
  const { frontActor: chosen } = state.view;
  const isKept = chosen !== undefined && (acting === undefined || chosen.while === acting);
  const wanted = isKept ? chosen.name : acting;
  return actors.find(({ name }) => name === wanted)?.name ?? actors[0]?.name;
}

/** The same, where it is not the first. */
export function otherInFront(state: Pick<IdeState, 'app' | 'run' | 'view'>): string | undefined {
  const name = frontActor(state);
  return name === actorWindows(state)[0]?.name ? undefined : name;
}
