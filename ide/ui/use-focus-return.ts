import { useEffect, useRef, useState } from 'react';
import { isFocusFree } from './free-focus.ts';

/** When a dialog goes, the focus is where it was; at the element with that id where that has gone meanwhile. */
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

/** Where a change removed the button that had the focus, the element with that id gets it. */
export function useFocusAfter(isChanged: boolean, id: string): void {
  const was = useRef(isChanged);
  useEffect(() => {
    if (was.current !== isChanged && isFocusFree()) document.getElementById(id)?.focus();
    was.current = isChanged;
  }, [isChanged, id]);
}
