import { Button } from '@mantine/core';
import { Suspense } from 'react';
import { isAppWide } from '../../app/app-width.ts';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { COMMANDS } from '../../commands/index.ts';
import { CommandButton } from '../../parts/command-button.tsx';
import { NarrowIcon, WidenIcon } from '../../ui/icons.ts';
import { latePart, lateView } from '../../ui/late-part.tsx';
import { SkeletonPanel } from '../../ui/skeleton-page.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import classes from './app-pane.module.css';
import { useRowMoment } from './row-moment/use-row-moment.ts';

const LiveView = latePart(async () => (await import('../live/live-view.tsx')).LiveView);

const Bubble = lateView(
  async () => (await import('./point-and-do/bubble.tsx')).Bubble,
  <SkeletonRows count={3} label="Loading what can be done" />,
);

const RowMoment = latePart(async () => (await import('./row-moment/row-moment.tsx')).RowMoment);

interface AppPaneProps {
  place: ProjectPlace;
  title: string;
}

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
        <LiveView Bubble={Bubble} other={back} widen={<WidenButton />} />
      ) : (
        <RowMoment
          {...shown}
          place={place}
          widen={<WidenButton />}
          onLive={() => store.setView({ momentOf: undefined })}
        />
      )}
    </Suspense>
  );
}

function WidenButton() {
  const isWide = useIdeState(isAppWide);
  return (
    <span className={classes.widen}>
      <CommandButton
        command={COMMANDS.widenApp}
        label={isWide ? 'Narrow the app' : 'Widen the app'}
        icon={isWide ? <NarrowIcon size={16} /> : <WidenIcon size={16} />}
      />
    </span>
  );
}
