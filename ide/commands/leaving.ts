/** Asks before the page is left with something that is not saved. */
import type { Ide } from '../app/ide.ts';
import { isServerUnsaved } from '../app/server-drafts.ts';

/** Returns what ends it. */
export function bindLeaving({ store }: Ide): () => void {
  const onLeave = (event: BeforeUnloadEvent) => {
    const { texts, serverDrafts, projects } = store.getState();
    const hasText = Object.values(texts).some(({ mine }) => mine !== undefined);
    if (hasText || projects.some(({ projectId }) => isServerUnsaved(serverDrafts, projectId))) event.preventDefault();
  };
  window.addEventListener('beforeunload', onLeave);
  return () => window.removeEventListener('beforeunload', onLeave);
}
