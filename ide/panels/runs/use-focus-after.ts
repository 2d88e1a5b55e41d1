import { useEffect, useRef } from 'react';
import { isFocusFree } from '../../ui/free-focus.ts';

/** Where a change took the button with it that had the keys, the element with that id gets them. */
export function useFocusAfter(isChanged: boolean, id: string): void {
  const was = useRef(isChanged);
  useEffect(() => {
    if (was.current !== isChanged && isFocusFree()) document.getElementById(id)?.focus();
    was.current = isChanged;
  }, [isChanged, id]);
}
