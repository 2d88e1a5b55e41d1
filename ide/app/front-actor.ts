/** Whose window of a test of several people is in front in the live view. */
import type { TestActors } from '../../model/project/actor.ts';
import type { AppView } from '../../model/protocol/channel/channel.ts';
import { actorsOf } from './actors.ts';
import type { IdeState } from './state.ts';

export type ActorWindow = NonNullable<AppView['actors']>[number];

/**
 * The first is the one whose the window itself is. All that the shown test names are among them, with a window or
 * without; empty for one person alone.
 */
export function actorWindows({ isOpen, url, actors: there = [] }: AppView, named: TestActors): readonly ActorWindow[] {
  const [own, ...others] = named;
  if (own === undefined || others.length === 0) return there;
  const rest = there.slice(1);
  const windows = others.map(({ name }) => rest.find(each => each.name === name) ?? { name, isOpen: false });
  return [{ name: own.name, isOpen, url }, ...windows, ...rest.filter(each => !windows.includes(each))];
}

/** Whoever acts comes in front; what a person chose stays there until somebody else acts. */
export function frontActor(state: IdeState, testCode: string | undefined): string | undefined {
  const actors = actorWindows(state.app, actorsOf(state, testCode));
  const acting = state.run.action?.actor;
  const { frontActor: chosen } = state.view;
  const isKept = chosen !== undefined && (acting === undefined || chosen.while === acting);
  const wanted = isKept ? chosen.name : acting;
  return actors.find(({ name }) => name === wanted)?.name ?? actors[0]?.name;
}

/** The window of that one, where it is not the first. */
export function otherInFront(state: IdeState, testCode: string | undefined): ActorWindow | undefined {
  const [, ...others] = actorWindows(state.app, actorsOf(state, testCode));
  const name = frontActor(state, testCode);
  return others.find(each => each.name === name);
}
