import { useShownActor } from './use-shown-actor.ts';
import { useWindowObstacle } from './use-window-call.ts';

export interface RowWindow {
  obstacle: string | undefined;
  /** Whose it is, where that is not the first actor. */
  actor: string | undefined;
  show(): void;
}

/** The window in which a row of the shown test acts; rows that name nobody are those of the first actor. */
export function useRowWindow(named = ''): RowWindow {
  const { actors, show } = useShownActor();
  const [first] = actors;
  const window = named === '' ? first : actors.find(({ name }) => name === named);
  const isFirst = window === first && (window !== undefined || named === '');
  const obstacle = useWindowObstacle(isFirst ? undefined : true);
  const isClosed = !isFirst && window?.isOpen !== true;
  return {
    obstacle: obstacle ?? (isClosed ? `The window of ${named} is not open` : undefined),
    actor: isFirst ? undefined : named,
    show: () => window !== undefined && show(window.name),
  };
}
