import { useWindowEvent } from '@mantine/hooks';

const CAPTURING = { capture: true };

/** What Escape does, whatever has the focus; nothing of its own while it is left out. */
export function useEscape(onEscape: (() => void) | undefined): void {
  const hear = (event: KeyboardEvent) => {
    if (onEscape === undefined || event.key !== 'Escape') return;
    // What has the focus, such as a form, would take it for itself.
    event.stopPropagation();
    event.preventDefault();
    onEscape();
  };
  useWindowEvent('keydown', hear, CAPTURING);
}
