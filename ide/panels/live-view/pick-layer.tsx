import { Button, Paper, Text } from '@mantine/core';
import { useEffect } from 'react';
import classes from './live-view.module.css';
import type { LiveView } from './use-live-view.ts';

interface PickLayerProps {
  live: LiveView;
  size: { width: number; height: number };
}

/** What shows that an element is to be picked, and which one would be; Esc gives that up. */
export function PickLayer({ live, size }: PickLayerProps) {
  const { picking, send } = live;
  useEffect(() => {
    const giveUp = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // What has the focus, such as a form, would take it for itself.
      event.stopPropagation();
      event.preventDefault();
      send({ kind: 'pick-cancel' });
    };
    document.addEventListener('keydown', giveUp, { capture: true });
    return () => document.removeEventListener('keydown', giveUp, { capture: true });
  }, [send]);
  const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;
  const { box } = picking ?? {};
  return (
    <>
      {box !== undefined && (
        <div
          className={classes.outline}
          data-testid="pick-outline"
          style={{
            left: percent(box.x, size.width),
            top: percent(box.y, size.height),
            width: percent(box.width, size.width),
            height: percent(box.height, size.height),
          }}
        />
      )}
      <Paper className={classes.pickHint} shadow="md" withBorder px="xs" py={4} role="status">
        <Text size="xs">Point at an element; Esc gives up.</Text>
        <Button size="compact-xs" variant="default" onClick={() => send({ kind: 'pick-cancel' })}>
          Cancel
        </Button>
      </Paper>
    </>
  );
}
