import { Button, Paper, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { ElementOutline } from './element-outline.tsx';
import classes from './live-view.module.css';
import type { LiveView } from './use-live-view.ts';

const CAPTURING = { capture: true };

interface PickLayerProps {
  live: LiveView;
  size: NonNullable<LiveView['size']>;
  /** Left out where it would lie over what can be clicked for long. */
  hasHint: boolean;
}

/** While an element is to be picked: the one under the pointer, and the way out. */
export function PickLayer({ live: { picking, send }, size, hasHint }: PickLayerProps) {
  const giveUp = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // What has the focus, such as a form, would take it for itself.
    event.stopPropagation();
    event.preventDefault();
    send({ kind: 'pick-cancel' });
  };
  useWindowEvent('keydown', giveUp, CAPTURING);
  return (
    <>
      {picking?.box !== undefined && <ElementOutline box={picking.box} size={size} />}
      {hasHint && (
        <Paper className={classes.pickHint} shadow="md" withBorder px="xs" py={4} role="status">
          <Text size="xs">Click an element · Esc to cancel</Text>
          <Button size="compact-xs" variant="default" onClick={() => send({ kind: 'pick-cancel' })}>
            Cancel
          </Button>
        </Paper>
      )}
    </>
  );
}
