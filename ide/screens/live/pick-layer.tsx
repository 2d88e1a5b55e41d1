import { Button, Paper, Text } from '@mantine/core';
import { useEscape } from '../../ui/use-escape.ts';
import { ElementOutline } from './element-outline.tsx';
import classes from './live-view.module.css';
import type { LiveViewState } from './use-live-view.ts';

interface PickLayerProps {
  live: LiveViewState;
  size: NonNullable<LiveViewState['size']>;
  /** Off where the hint would cover the page for long; whoever picks handles Escape then. */
  hasHint: boolean;
}

export function PickLayer({ live: { picking, send }, size, hasHint }: PickLayerProps) {
  const giveUp = () => send({ kind: 'pick-cancel' });
  useEscape(hasHint ? giveUp : undefined);
  return (
    <>
      {picking?.box !== undefined && <ElementOutline box={picking.box} size={size} />}
      {hasHint && (
        <Paper className={`row gap-md ${classes.pickHint}`} shadow="md" withBorder px="xs" py={4} role="status">
          <Text size="xs">Click an element · Esc to cancel</Text>
          <Button size="compact-xs" variant="default" onClick={giveUp}>
            Cancel
          </Button>
        </Paper>
      )}
    </>
  );
}
