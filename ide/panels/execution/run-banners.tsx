import { useIdeState } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { Banner } from '../../ui/banner.tsx';
import { type RunNode, repairedOf } from '../runs/run-nodes.ts';
import type { ShownRun } from '../runs/run-reply.ts';
import { PlaceLink } from '../shared/place-link.tsx';
import classes from './execution.module.css';

interface BannersProps {
  run: ShownRun;
  nodes: readonly RunNode[];
  place: ProjectPlace;
}

export function RunBanners({ run, nodes, place }: BannersProps) {
  return (
    <>
      <PausedBanner runId={run.runId} />
      <RedBanner run={run} />
      <RepairBanner repaired={repairedOf(nodes)} place={place} />
      <ReasonBanner run={run} />
    </>
  );
}

const REASONS = { breakpoint: 'breakpoint', request: 'requested', step: 'step', action: 'pause action' };

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
    <kbd>F8</kbd> resumes, <kbd>F10</kbd> runs one action
  </span>
);

/** Steps that are reported as not implemented, now or in the end: of a scenario the first, unless it goes on after it. */
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

/** A run that passed hides them. */
function RepairBanner({ repaired, place }: { repaired: readonly RunNode[]; place: ProjectPlace }) {
  const [first] = repaired;
  if (first === undefined) return null;
  const words =
    repaired.length === 1
      ? '1 action used a fallback: its locator found nothing'
      : `${repaired.length} actions used fallbacks: their locators found nothing`;
  const show = (
    <PlaceLink className={classes.show} place={{ ...place, step: first.key }}>
      Show
    </PlaceLink>
  );
  return <Banner actions={show}>{words}</Banner>;
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
