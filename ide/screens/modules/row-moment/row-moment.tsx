import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ActionId } from '../../../../model/names/codes.ts';
import { useIde } from '../../../app/context.tsx';
import type { ProjectPlace } from '../../../app/places.ts';
import { ActedTitle } from '../../../parts/acted-title.tsx';
import { PlaceLink } from '../../../parts/place-link.tsx';
import { StateIcon } from '../../../parts/run-states.tsx';
import { AppWindowIcon } from '../../../ui/icons.ts';
import { Panel } from '../../../ui/panel.tsx';
import { FilmStrip } from '../../runs/execution/film-strip.tsx';
import { MomentView } from '../../runs/execution/moment-view.tsx';
import classes from './row-moment.module.css';
import type { ShownMoment } from './use-row-moment.ts';

const NONE: readonly number[] = [];

interface RowMomentProps extends ShownMoment {
  place: ProjectPlace;
  /** Gives the pane more room, or takes it back. */
  widen: ReactNode;
  onLive(): void;
}

export function RowMoment({ place, widen, onLive, passed, frames, ...failed }: RowMomentProps) {
  const { navigation } = useIde();
  const { projectId, versionId } = place;
  const { action } = failed;
  // Noted by its moment, so that another row begins with its failure.
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
      <span className="grow may-shrink ellipsis" dir="auto" title={action.title}>
        {action.actionIndex + 1}. <ActedTitle of={action} />
      </span>
      <PlaceLink place={{ tab: 'runs', projectId, versionId, runId }} className="fixed-size small">
        Run {runId}
      </PlaceLink>
      {widen}
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
