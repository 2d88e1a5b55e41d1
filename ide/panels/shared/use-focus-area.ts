import { useEffect } from 'react';
import { useIde } from '../../app/context.tsx';
import type { FocusArea } from '../../app/state.ts';

/** Tells commands that the keys are in a part of the screen, for as long as they are. */
export function useFocusArea(area: HTMLElement | null, focusArea: FocusArea): void {
  const { store } = useIde();
  useEffect(() => {
    const enter = () => store.setView({ focusArea });
    const leave = () => store.setView({ focusArea: 'elsewhere' });
    area?.addEventListener('focusin', enter);
    area?.addEventListener('focusout', leave);
    return () => {
      area?.removeEventListener('focusin', enter);
      area?.removeEventListener('focusout', leave);
    };
  }, [area, focusArea, store]);
}
