import { useIdeState } from '../../app/context.tsx';
import { PauseIcon, WarningIcon } from '../../ui/icons.ts';
import type { ShownRun } from '../runs/run-reply.ts';
import classes from './execution.module.css';

/** What must be known of a run before its details. */
export function RunBanners({ run }: { run: ShownRun }) {
  return (
    <>
      <PausedBanner runId={run.runId} />
      <RedBanner run={run} />
      <ReasonBanner run={run} />
    </>
  );
}

const REASONS = { breakpoint: 'breakpoint', request: 'asked for', step: 'step', action: 'pause action' };

function PausedBanner({ runId }: { runId: string }) {
  const { state, action, pausedBy, ...run } = useIdeState(state => state.run);
  if (run.runId !== runId || state !== 'paused') return null;
  const before = action === undefined ? 'Paused' : `Paused before action ${action.actionIndex + 1}`;
  const why = pausedBy === undefined ? '' : ` (${REASONS[pausedBy.kind]})`;
  return (
    <div className={classes.banner} data-kind="paused" role="status">
      <PauseIcon size={15} aria-hidden />
      <span>
        {before}
        {why}
        {action !== undefined && <span className="foreign">: {action.title}</span>}
      </span>
      <span className={classes.keys}>
        <kbd>F8</kbd> resumes, <kbd>F10</kbd> does one action
      </span>
      {pausedBy?.problem !== undefined && <span className="foreign">{pausedBy.problem}</span>}
    </div>
  );
}

/** Steps without a test, done or ahead: the first of a scenario ends it. */
function redSteps({ scenarios }: ShownRun): number {
  return scenarios.reduce((sum, { steps, ahead = [] }) => {
    const met = steps.filter(({ state, testCode }) => testCode === undefined && state !== 'running').length;
    return sum + met + ahead.filter(({ testCode }) => testCode === undefined).length;
  }, 0);
}

function RedBanner({ run }: { run: ShownRun }) {
  const count = redSteps(run);
  if (count === 0) return null;
  const goesOn = run.planned !== undefined;
  const subject = count === 1 ? '1 step is not linked: it' : `${count} steps are not linked: they`;
  const verb = count === 1 ? 'is' : 'are';
  return (
    <p className={classes.banner} data-kind="warning" role="status">
      <WarningIcon size={15} aria-hidden />
      {subject} {goesOn ? 'will be' : verb} reported as not implemented
    </p>
  );
}

/** Why a run ended that no failure of a test has ended. */
function ReasonBanner({ run: { state, reason } }: { run: ShownRun }) {
  if (reason === undefined || (state !== 'error' && state !== 'stopped')) return null;
  return (
    <p className={classes.banner} data-kind={state} role={state === 'error' ? 'alert' : 'status'}>
      <WarningIcon size={15} aria-hidden />
      <span className="foreign">{reason}</span>
    </p>
  );
}
