import { useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';

/**
 * Tells of clicks outside of what its answer is given to. What belongs to a part counts as inside wherever the browser
 * draws it, as the lists that open from fields; Mantine's own hook takes those for the rest of the page.
 */
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
