import { useEffect } from 'react';
import { useIde } from '../app/context.tsx';
import type { FocusArea } from '../app/state.ts';

export function useFocusArea(area: HTMLElement | null, focusArea: FocusArea): void {
  const { store } = useIde();
  useEffect(() => {
    const bound = new AbortController();
    area?.addEventListener('focusin', () => store.setView({ focusArea }), bound);
    area?.addEventListener('focusout', () => store.setView({ focusArea: 'elsewhere' }), bound);
    return () => bound.abort();
  }, [area, focusArea, store]);
}
