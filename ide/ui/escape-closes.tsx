import { useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';

/**
 * In the dropdown of a popover: Escape closes it from its first moment on. Mantine's own handler waits until the focus
 * has moved into the dropdown, which takes longer than a quick key.
 */
export function EscapeCloses({ onClose }: { onClose(): void }) {
  const ref = useRef<HTMLSpanElement>(null);
  useWindowEvent('keydown', event => {
    const isInside = event.target instanceof Node && ref.current?.parentElement?.contains(event.target) === true;
    if (event.key === 'Escape' && !isInside) onClose();
  });
  return <span ref={ref} hidden />;
}
