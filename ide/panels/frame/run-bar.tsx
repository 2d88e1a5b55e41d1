import { Button, Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useIde, useIdeState, usePlace } from '../../app/context.tsx';
import { isInProject } from '../../app/places.ts';
import { isRunning, perform } from '../../commands/command.ts';
import { COMMANDS } from '../../commands/index.ts';
import { TooltipText } from '../../ui/icon-button.tsx';
import { PauseIcon, PlayIcon, StepOverIcon, StopIcon } from '../../ui/icons.ts';
import { CommandButton, useObstacle } from '../shared/command-button.tsx';
import { PlaceLink } from '../shared/place-link.tsx';
import { durationText, lookOf, StateIcon } from '../shared/run-states.tsx';
import classes from './frame.module.css';

/** Starts and controls the run of the project, and says how far it is. */
export function RunBar() {
  const state = useIdeState(({ run }) => run.state);
  const canPause = useIdeState(({ unknownTools }) => !unknownTools.has('getBreakpoints'));
  return (
    <div className={classes.run} role="toolbar" aria-label="Run">
      {state === 'paused' ? <MainButton command="resumeRun" /> : <MainButton command="runSelected" />}
      {canPause && <CommandButton command={COMMANDS.pauseRun} icon={<PauseIcon size={17} />} />}
      {canPause && <CommandButton command={COMMANDS.stepOver} icon={<StepOverIcon size={17} />} />}
      <CommandButton command={COMMANDS.stopRun} icon={<StopIcon size={17} />} />
      <RunState />
    </div>
  );
}

function MainButton({ command: name }: { command: 'runSelected' | 'resumeRun' }) {
  const ide = useIde();
  const command = COMMANDS[name];
  const obstacle = useObstacle(command);
  const tooltip = <TooltipText label={command.title} shortcut={command.shortcut} obstacle={obstacle} />;
  return (
    <Tooltip label={tooltip} openDelay={400}>
      <Button
        size="compact-sm"
        leftSection={<PlayIcon size={15} aria-hidden />}
        aria-disabled={obstacle !== undefined || undefined}
        data-disabled={obstacle !== undefined || undefined}
        onClick={() => void perform(command, ide)}
      >
        {command.title}
      </Button>
    </Tooltip>
  );
}

/** The run under way, or how the last one ended. */
function RunState() {
  const run = useIdeState(state => state.run);
  const place = usePlace();
  const goesOn = useIdeState(isRunning);
  const elapsedMs = useElapsed(run.elapsedMs, run.state === 'running');
  if (run.state === 'idle') return null;
  const { word, color } = lookOf(run.state);
  const count = goesOn && run.total > 0 ? ` ${run.done}/${run.total}` : '';
  if (!isInProject(place)) return null;
  const { projectId, versionId } = place;
  return (
    <PlaceLink
      className={classes.runState}
      place={{ tab: 'runs', projectId, versionId, runId: run.runId }}
      title={run.reason ?? 'Show the run'}
    >
      <StateIcon state={run.state} />
      <span style={{ color }}>
        {word}
        {count}
      </span>
      <span className={classes.label}>{durationText(elapsedMs)}</span>
    </PlaceLink>
  );
}

/** Goes on counting between the news of a run. */
function useElapsed(toldMs: number, isCounting: boolean): number {
  const [shownMs, setShown] = useState(toldMs);
  useEffect(() => {
    setShown(toldMs);
    if (!isCounting) return;
    const from = performance.now() - toldMs;
    const timer = setInterval(() => setShown(performance.now() - from), 500);
    return () => clearInterval(timer);
  }, [toldMs, isCounting]);
  return shownMs;
}
