import { useIdeState } from '../../app/context.tsx';
import { Banner } from '../../ui/banner.tsx';
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
    <Banner kind="paused" actions={KEYS}>
      {before}
      {why}
      {action !== undefined && <span dir="auto">: {action.title}</span>}
      {pausedBy?.problem !== undefined && <div dir="auto">{pausedBy.problem}</div>}
    </Banner>
  );
}

const KEYS = (
  <span className={classes.keys}>
    <kbd>F8</kbd> resumes, <kbd>F10</kbd> does one action
  </span>
);

/** Steps that are reported as not implemented, now or in the end: of a scenario the first, unless it goes on behind it. */
function redSteps({ scenarios, options }: ShownRun): number {
  return scenarios.reduce((sum, { steps, ahead = [] }) => {
    const met = steps.filter(({ state }) => state === 'notImplemented').length;
    const open = ahead.filter(({ testCode }) => testCode === undefined).length;
    return sum + (options?.keepRunning ? met + open : met + (met === 0 && open > 0 ? 1 : 0));
  }, 0);
}

function RedBanner({ run }: { run: ShownRun }) {
  const count = redSteps(run);
  if (count === 0) return null;
  const goesOn = run.planned !== undefined;
  const subject = count === 1 ? '1 step is not linked: it' : `${count} steps are not linked: they`;
  const verb = count === 1 ? 'is' : 'are';
  return (
    <Banner>
      {subject} {goesOn ? 'will be' : verb} reported as not implemented
    </Banner>
  );
}

/** Why a run ended that no failure of a test has ended. */
function ReasonBanner({ run: { state, reason } }: { run: ShownRun }) {
  if (reason === undefined || (state !== 'error' && state !== 'stopped')) return null;
  return (
    <Banner kind={state === 'error' ? 'error' : 'warning'}>
      <span dir="auto">{reason}</span>
    </Banner>
  );
}
