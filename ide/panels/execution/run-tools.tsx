import { useState } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { readTool } from '../../app/session.ts';
import { StartedReply } from '../../app/tool-replies.ts';
import { attempt, isRunning, NO_CONNECTION } from '../../commands/command.ts';
import { COMMANDS } from '../../commands/index.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { PauseIcon, PlayIcon, ReloadIcon, StepOverIcon, StopIcon, TargetIcon } from '../../ui/icons.ts';
import { TextButton } from '../../ui/text-button.tsx';
import type { ShownRun } from '../runs/run-reply.ts';
import { CommandTextButton } from '../shared/command-text-button.tsx';
import classes from './execution.module.css';
import { textOf } from './node-text.ts';
import { type Rerun, rerun, rerunFailed } from './rerun.ts';
import type { RunNode } from './run-nodes.ts';

interface RunToolsProps {
  run: ShownRun;
  nodes: readonly RunNode[];
  shown: RunNode | undefined;
  place: ProjectPlace;
  isFollowing: boolean;
}

/** What can be done with a run: hold it while it goes on, and run it again when it has ended. */
export function RunTools({ run, nodes, shown, place, isFollowing }: RunToolsProps) {
  const { navigation } = useIde();
  const isOther = useIdeState(state => state.run.runId !== run.runId);
  const isUnderWay = useIdeState(isRunning) && !isOther;
  const follow = () => navigation.go({ ...place, step: undefined }, { replace: true });
  return (
    <div className={classes.tools} role="toolbar" aria-label="This run">
      <Controls obstacle={isOther ? 'This run has ended' : undefined} />
      <span className={classes.divider} />
      <Again label="Re-run" how={rerun(run)} place={place} />
      <Again label="Re-run failed only" how={rerunFailed(run)} place={place} />
      <span className={classes.spacer} />
      {isUnderWay && !isFollowing && (
        <TextButton label="Follow" icon={<TargetIcon size={15} aria-hidden />} variant="light" onClick={follow} />
      )}
      {shown !== undefined && (
        <CopyButton size="compact-sm" label="Copy as text" what="as text" text={textOf(run, nodes, shown.key)} />
      )}
    </div>
  );
}

function Controls({ obstacle }: { obstacle: string | undefined }) {
  const isPaused = useIdeState(state => state.run.state === 'paused') && obstacle === undefined;
  return (
    <>
      {isPaused ? (
        <CommandTextButton command={COMMANDS.resumeRun} icon={<PlayIcon size={15} aria-hidden />} />
      ) : (
        <CommandTextButton
          command={COMMANDS.pauseRun}
          icon={<PauseIcon size={15} aria-hidden />}
          variant="default"
          obstacle={obstacle}
        />
      )}
      <CommandTextButton
        command={COMMANDS.stepOver}
        icon={<StepOverIcon size={15} aria-hidden />}
        variant="default"
        obstacle={obstacle}
      />
      <CommandTextButton
        command={COMMANDS.stopRun}
        icon={<StopIcon size={15} aria-hidden />}
        variant="default"
        obstacle={obstacle}
      />
    </>
  );
}

interface AgainProps {
  label: string;
  how: Rerun;
  place: ProjectPlace;
}

/** Starts a run like this one, and shows it. */
function Again({ label, how, place }: AgainProps) {
  const { session, navigation } = useIde();
  const [isStarting, setStarting] = useState(false);
  const busy = useIdeState(state => {
    if (state.connection.phase !== 'open') return NO_CONNECTION;
    return isRunning(state) ? `A run is ${state.run.state}: stop it first` : undefined;
  });
  const start = (call: { name: string; given: Record<string, unknown> }) =>
    attempt(label, async () => {
      setStarting(true);
      try {
        const { runId } = await readTool(session, StartedReply, call);
        navigation.go({ ...place, runId, step: undefined, isReport: undefined });
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
      obstacle={'obstacle' in how ? how.obstacle : busy}
      onClick={() => {
        if ('call' in how) void start(how.call);
      }}
    />
  );
}
