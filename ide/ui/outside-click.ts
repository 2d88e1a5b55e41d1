import { useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';

/** Unlike Mantine's hook, counts what a part opens elsewhere in the page, such as lists of fields, as inside. */
export function useOutsideClick(onOutside: (event: MouseEvent) => void) {
  const isInside = useRef(false);
  useWindowEvent('mousedown', event => {
    if (!isInside.current) onOutside(event);
    isInside.current = false;
  });
  return {
    onMouseDownCapture: () => {
      isInside.current = true;
    },
  };
}
