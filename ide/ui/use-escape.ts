import { useWindowEvent } from '@mantine/hooks';

const CAPTURING = { capture: true };

/** Handles Escape wherever the focus is; undefined: not at all. */
export function useEscape(onEscape: (() => void) | undefined): void {
  const hear = (event: KeyboardEvent) => {
    if (onEscape === undefined || event.key !== 'Escape') return;
    // The focused element, such as a form, would handle it as well.
    event.stopPropagation();
    event.preventDefault();
    onEscape();
  };
  useWindowEvent('keydown', hear, CAPTURING);
}
