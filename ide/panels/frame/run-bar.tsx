import type { RunView } from '../../../model/protocol/channel/channel.ts';
import { useIdeState, usePlace } from '../../app/context.tsx';
import { isInProject } from '../../app/places.ts';
import { isRunning } from '../../commands/command.ts';
import { COMMANDS } from '../../commands/index.ts';
import { PauseIcon, PlayIcon, StepOverIcon, StopIcon } from '../../ui/icons.ts';
import { CommandButton } from '../shared/command-button.tsx';
import { CommandTextButton } from '../shared/command-text-button.tsx';
import { PlaceLink } from '../shared/place-link.tsx';
import { durationText, lookOf, StateIcon } from '../shared/run-states.tsx';
import { useElapsed } from '../shared/use-elapsed.ts';
import classes from './frame.module.css';

/** Starts and controls the run of the project, and says how far it is. */
export function RunBar() {
  const state = useIdeState(({ run }) => run.state);
  const canPause = useIdeState(({ unknownTools }) => !unknownTools.has('getBreakpoints'));
  return (
    <div className={classes.run} role="toolbar" aria-label="Run">
      <CommandTextButton
        command={state === 'paused' ? COMMANDS.resumeRun : COMMANDS.runSelected}
        icon={<PlayIcon size={15} aria-hidden />}
      />
      {canPause && <CommandButton command={COMMANDS.pauseRun} icon={<PauseIcon size={17} />} />}
      {canPause && <CommandButton command={COMMANDS.stepOver} icon={<StepOverIcon size={17} />} />}
      <CommandButton command={COMMANDS.stopRun} icon={<StopIcon size={17} />} />
      <RunState />
    </div>
  );
}

/** Of several rows which one runs; then how far that one is. */
function countsOf({ item, done, total }: RunView): string {
  const which = item === undefined ? '' : ` ${item.index + 1} of ${item.count}`;
  return total > 0 ? `${which}${which === '' ? '' : ','} ${done}/${total}` : which;
}

/** The run under way, or how the last one ended. */
function RunState() {
  const run = useIdeState(state => state.run);
  const place = usePlace();
  const goesOn = useIdeState(isRunning);
  const elapsedMs = useElapsed(run.elapsedMs, run.state === 'running');
  if (run.state === 'idle') return null;
  const { word, color } = lookOf(run.state);
  const count = goesOn ? countsOf(run) : '';
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
