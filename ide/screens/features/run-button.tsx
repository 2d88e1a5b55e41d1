import { ActionIcon } from '@mantine/core';
import { useIde, useIdeState } from '../../app/context.tsx';
import { attempt, runObstacle } from '../../commands/command.ts';
import { type RunnableFeatures, runFeatures } from '../../commands/run-control.ts';
import { PlayIcon } from '../../ui/icons.ts';

export function RunButton({ name, what }: { name: string; what: RunnableFeatures }) {
  const ide = useIde();
  const obstacle = useIdeState(runObstacle);
  return (
    <ActionIcon
      variant="subtle"
      size="sm"
      aria-label={`Run ${name}`}
      title={obstacle ?? `Run ${name}`}
      aria-disabled={obstacle !== undefined || undefined}
      data-disabled={obstacle !== undefined || undefined}
      onClick={() => {
        if (obstacle === undefined) void attempt('Run', () => runFeatures(ide, what));
      }}
    >
      <PlayIcon size={14} />
    </ActionIcon>
  );
}
