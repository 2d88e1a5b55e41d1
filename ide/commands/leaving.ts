/** Asks before the page is left with something that is not saved. */
import type { Ide } from '../app/ide.ts';

/** Returns what ends it. */
export function bindLeaving({ store }: Ide): () => void {
  const onLeave = (event: BeforeUnloadEvent) => {
    if (Object.values(store.getState().texts).some(({ mine }) => mine !== undefined)) event.preventDefault();
  };
  window.addEventListener('beforeunload', onLeave);
  return () => window.removeEventListener('beforeunload', onLeave);
}
