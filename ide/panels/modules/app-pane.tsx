import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { ActionId } from '../../../model/names/codes.ts';
import { useIde } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { AppWindowIcon } from '../../ui/icons.ts';
import { latePart } from '../../ui/late-part.ts';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonPanel } from '../../ui/skeleton-page.tsx';
import { PlaceLink } from '../shared/place-link.tsx';
import { StateIcon } from '../shared/run-states.tsx';
import classes from './app-pane.module.css';
import { type RowMoment, useRowMoment } from './use-row-moment.ts';

const LiveView = latePart(async () => (await import('../live-view/live-view.tsx')).LiveView);

const Bubble = latePart(async () => (await import('../point-and-do/bubble.tsx')).Bubble);

const FilmStrip = latePart(async () => (await import('../execution/film-strip.tsx')).FilmStrip);

const MomentView = latePart(async () => (await import('../execution/moment-view.tsx')).MomentView);

interface AppPaneProps {
  place: ProjectPlace;
  title: string;
}

/** The page of the app: around the chosen row as the last run has kept it, or as it is now. */
export function AppPane({ place, title }: AppPaneProps) {
  const { store } = useIde();
  const { isLive, shown } = useRowMoment(place);
  const key = `${place.testId}/${place.actionId}`;
  const back = shown !== undefined && (
    <Button size="compact-xs" variant="subtle" color="gray" onClick={() => store.setView({ momentOf: key })}>
      Before and after action {shown.action.actionIndex + 1}
    </Button>
  );
  return (
    <Suspense fallback={<SkeletonPanel label={title} rows={0} />}>
      {isLive || shown === undefined ? (
        <LiveView Bubble={Bubble} other={back} />
      ) : (
        <Moment {...shown} place={place} onLive={() => store.setView({ momentOf: undefined })} />
      )}
    </Suspense>
  );
}

const NONE: readonly number[] = [];

interface MomentProps extends RowMoment {
  place: ProjectPlace;
  onLive(): void;
}

function Moment({ place, onLive, passed, frames, ...failed }: MomentProps) {
  const { navigation } = useIde();
  const { projectId, versionId } = place;
  const { action } = failed;
  // Another row is shown as it went now.
  const [passedOf, setPassedOf] = useState<number>();
  const isPassed = passedOf === failed.moment;
  const { runId, moment, neighbours } = isPassed && passed !== undefined ? { ...passed, neighbours: NONE } : failed;
  const head = (
    <>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<AppWindowIcon size={14} aria-hidden />}
        onClick={onLive}
      >
        Live
      </Button>
      <StateIcon state={isPassed ? 'passed' : action.state} />
      <span className={classes.title} dir="auto" title={action.title}>
        {action.actionIndex + 1}. {action.title}
      </span>
      <PlaceLink place={{ tab: 'runs', projectId, versionId, runId }} className={classes.run}>
        Run {runId}
      </PlaceLink>
    </>
  );
  return (
    <Panel label="Application" head={head}>
      <FilmStrip
        {...{ projectId, frames }}
        runId={failed.runId}
        chosen={action.actionId}
        onChoose={key => navigation.go({ ...place, actionId: ActionId.parse(key) }, { replace: true })}
      />
      <div className={classes.moment}>
        {passed !== undefined && (
          <Button
            size="compact-xs"
            variant={isPassed ? 'filled' : 'default'}
            aria-pressed={isPassed}
            className={classes.passed}
            onClick={() => setPassedOf(isPassed ? undefined : failed.moment)}
          >
            When it passed, in run {passed.runId}
          </Button>
        )}
        <MomentView run={{ runId }} place={place} action={action} moment={moment} neighbours={neighbours} />
      </div>
    </Panel>
  );
}
