import type { ReactNode } from 'react';
import { counted } from '../../../../model/names/counted.ts';
import { useIdeState } from '../../../app/context.tsx';
import { unlinkedInWords } from '../../../app/feature-links.ts';
import type { ProjectPlace } from '../../../app/places.ts';
import { PlaceLink } from '../../../parts/place-link.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { useDifferences } from '../pictures/use-differences.ts';
import { leftOutOf, type RunNode, repairedOf } from '../run-nodes.ts';
import type { ShownRun } from '../run-reply.ts';
import classes from './execution.module.css';

interface BannersProps {
  run: ShownRun;
  /** How many pictures differ. */
  pictures: number | undefined;
  nodes: readonly RunNode[];
  place: ProjectPlace;
}

/** A run that passed would hide what was left out or repaired. */
export function RunBanners({ run, pictures = 0, nodes, place }: BannersProps) {
  const [leftOut, repaired] = [leftOutOf(nodes), repairedOf(nodes)];
  return (
    <>
      <PausedBanner runId={run.runId} />
      <RedBanner run={run} />
      <NodesBanner nodes={leftOut} place={place}>
        Incomplete: {counted(leftOut.length, 'action')} left out on import
      </NodesBanner>
      <NodesBanner nodes={repaired} place={place}>
        {repairedText(repaired.length)}
      </NodesBanner>
      {pictures > 0 && <PicturesBanner runId={run.runId} all={pictures} place={place} />}
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
  <span className={`regular ${classes.keys}`}>
    <kbd>F8</kbd> resumes, <kbd>F10</kbd> runs one action
  </span>
);

/** Steps without a test; one of an outline counts once, however many rows ran. */
function redSteps({ scenarios }: ShownRun): number {
  const red = scenarios.flatMap(({ scenario, steps, ahead = [] }) =>
    [...steps, ...ahead].flatMap(({ index, testCode }) => (testCode === undefined ? [`${scenario} ${index}`] : [])),
  );
  return new Set(red).size;
}

function RedBanner({ run }: { run: ShownRun }) {
  const count = redSteps(run);
  return count > 0 && <Banner>{unlinkedInWords(count)}</Banner>;
}

interface PicturesBannerProps {
  runId: string;
  /** How many differ, those that were accepted with them. */
  all: number;
  place: ProjectPlace;
}

function PicturesBanner({ runId, all, place }: PicturesBannerProps) {
  const count = useOpenPictures(runId, all);
  if (count === 0) return null;
  const review = (
    <PlaceLink className={classes.show} place={{ ...place, dialog: 'pictures' }}>
      Review
    </PlaceLink>
  );
  return <Banner actions={review}>{counted(count, 'picture')} to decide on: not the kept ones, or the first</Banner>;
}

/** Where they cannot be read, the review says why. */
function useOpenPictures(runId: string, all: number): number {
  const { reply } = useDifferences(runId);
  if (reply.phase === 'ready') return reply.value.differences.filter(({ state }) => state === 'open').length;
  return reply.phase === 'failed' ? all : 0;
}

interface NodesBannerProps {
  nodes: readonly RunNode[];
  place: ProjectPlace;
  children: ReactNode;
}

function NodesBanner({ nodes: [first], place, children }: NodesBannerProps) {
  if (first === undefined) return null;
  const show = (
    <PlaceLink className={classes.show} place={{ ...place, step: first.key }}>
      Show
    </PlaceLink>
  );
  return <Banner actions={show}>{children}</Banner>;
}

const repairedText = (count: number): string =>
  count === 1
    ? '1 action used a fallback: its locator found nothing'
    : `${count} actions used fallbacks: their locators found nothing`;

function ReasonBanner({ run: { state, reason } }: { run: ShownRun }) {
  if (reason === undefined || (state !== 'error' && state !== 'stopped')) return null;
  return (
    <Banner kind={state === 'error' ? 'error' : 'warning'}>
      <span dir="auto">{reason}</span>
    </Banner>
  );
}
