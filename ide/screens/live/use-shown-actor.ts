import { useMemo } from 'react';
import { actorsOf } from '../../app/actors.ts';
import { useIde, useIdeState, usePlace } from '../../app/context.tsx';
import { type ActorWindow, actorWindows, frontActor } from '../../app/front-actor.ts';
import { isInProject } from '../../app/places.ts';

export interface ShownActor {
  actors: readonly ActorWindow[];
  /** Whose window is in front; undefined while there is but one. */
  shown: string | undefined;
  /** The same, where it is not the first. */
  other: string | undefined;
  /** Whether the window in front is open. */
  isOpen: boolean;
  show(name: string): void;
}

export function useShownActor(): ShownActor {
  const { store } = useIde();
  const place = usePlace();
  const testCode = isInProject(place) ? place.testId : undefined;
  const app = useIdeState(state => state.app);
  const named = useIdeState(state => actorsOf(state, testCode));
  const actors = useMemo(() => actorWindows(app, named), [app, named]);
  const shown = useIdeState(state => frontActor(state, testCode));
  const window = actors.find(({ name }) => name === shown);
  return {
    ...{ actors, shown },
    other: window === actors[0] ? undefined : shown,
    isOpen: window?.isOpen ?? app.isOpen,
    show: name => store.setView({ frontActor: { name, while: store.getState().run.action?.actor } }),
  };
}
