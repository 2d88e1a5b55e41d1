import { ActionIcon } from '@mantine/core';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { perform } from '../../commands/command.ts';
import { COMMANDS } from '../../commands/index.ts';
import { PlayIcon } from '../../ui/icons.ts';

/** Runs the scenario or the feature of a place, which is chosen then. */
export function RunButton({ name, place }: { name: string; place: ProjectPlace }) {
  const ide = useIde();
  const obstacle = useIdeState(state => COMMANDS.runSelected.obstacle({ state, place }));
  const run = () => {
    if (obstacle !== undefined) return;
    ide.navigation.go(place, { replace: true });
    void perform(COMMANDS.runSelected, ide);
  };
  return (
    <ActionIcon
      variant="subtle"
      size="sm"
      aria-label={`Run ${name}`}
      title={obstacle ?? `Run ${name}`}
      aria-disabled={obstacle !== undefined || undefined}
      data-disabled={obstacle !== undefined || undefined}
      onClick={run}
    >
      <PlayIcon size={14} />
    </ActionIcon>
  );
}
