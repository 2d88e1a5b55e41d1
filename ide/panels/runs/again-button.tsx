import { useState } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { attempt, isRunning, NO_CONNECTION } from '../../commands/command.ts';
import { type RerunCall, runAgain } from '../../commands/run-control.ts';
import { ReloadIcon } from '../../ui/icons.ts';
import { TextButton } from '../../ui/text-button.tsx';
import type { Rerun } from './rerun.ts';

interface AgainButtonProps {
  label: string;
  how: Rerun;
  place: ProjectPlace;
  /** What must be known before it is pressed. */
  hint?: string;
}

/** Starts a run like this one, and shows how it goes. */
export function AgainButton({ label, how, hint, place: { projectId, versionId } }: AgainButtonProps) {
  const ide = useIde();
  const [isStarting, setStarting] = useState(false);
  const busy = useIdeState(state => {
    if (state.connection.phase !== 'open') return NO_CONNECTION;
    return isRunning(state) ? `A run is ${state.run.state}: stop it first` : undefined;
  });
  const start = (call: RerunCall) =>
    attempt(label, async () => {
      setStarting(true);
      try {
        const runId = await runAgain(ide, call);
        ide.navigation.go({ tab: 'runs', projectId, versionId, runId });
      } finally {
        setStarting(false);
      }
    });
  return (
    <TextButton
      label={label}
      icon={<ReloadIcon size={15} aria-hidden />}
      variant="default"
      loading={isStarting}
      hint={hint}
      obstacle={'obstacle' in how ? how.obstacle : busy}
      onClick={() => {
        if ('call' in how) void start(how.call);
      }}
    />
  );
}
