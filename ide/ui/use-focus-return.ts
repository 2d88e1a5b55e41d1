import { useEffect, useRef, useState } from 'react';
import { isFocusFree } from './free-focus.ts';

/** On unmount, returns the focus to where it was, or to the element with the id `otherwise` where that is gone. */
export function useFocusReturn(otherwise?: string): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
      const target = isThere ? opener : otherwise && document.getElementById(otherwise);
      if (target) target.focus();
    },
    [opener, otherwise],
  );
}

/** Focuses the element with that id where a change of the state removed the focused button. */
export function useFocusAfter(state: boolean | string, id: string): void {
  const was = useRef(state);
  useEffect(() => {
    if (was.current !== state && isFocusFree()) document.getElementById(id)?.focus();
    was.current = state;
  }, [state, id]);
}
