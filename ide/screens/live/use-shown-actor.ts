import { useIde, useIdeState } from '../../app/context.tsx';
import { actorWindows, frontActor, otherInFront } from '../../app/front-actor.ts';

export interface ShownActor {
  actors: ReturnType<typeof actorWindows>;
  /** Whose window is in front; undefined while there is but one. */
  shown: string | undefined;
  /** The same, where it is not the first. */
  other: string | undefined;
  show(name: string): void;
}

export function useShownActor(): ShownActor {
  const { store } = useIde();
  return {
    actors: useIdeState(actorWindows),
    shown: useIdeState(frontActor),
    other: useIdeState(otherInFront),
    show: name => store.setView({ frontActor: { name, while: store.getState().run.action?.actor } }),
  };
}
