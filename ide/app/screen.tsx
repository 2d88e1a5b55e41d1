/** What an address shows. */
import { useEffect } from 'react';
import { FeaturesScreen } from '../panels/features/features-screen.tsx';
import { ModulesScreen } from '../panels/modules/modules-screen.tsx';
import { ProjectsScreen } from '../panels/projects/projects-screen.tsx';
import { RunsScreen } from '../panels/runs/runs-screen.tsx';
import { SettingsScreen } from '../panels/settings/settings-screen.tsx';
import { Failure } from '../ui/failure.tsx';
import { Hint } from '../ui/hint.tsx';
import { SkeletonRows } from '../ui/skeleton-rows.tsx';
import { useIde, useIdeState, usePlace } from './context.tsx';
import { isInProject, type ProjectPlace, pathOf } from './places.ts';
import { completePlace } from './reports.ts';
import { useReport } from './use-report.ts';

export function Screen() {
  const place = usePlace();
  useReport(place);
  if (isInProject(place)) return <ProjectScreen place={place} />;
  if (place.tab === 'unknown')
    return <Hint title="There is nothing at this address">Check it, or open a project.</Hint>;
  return <ProjectsScreen goesOn={place.tab === 'start'} />;
}

function ProjectScreen({ place }: { place: ProjectPlace }) {
  const { following, navigation } = useIde();
  const { projectId, versionId } = place;
  const snapshot = useIdeState(state => state.project?.snapshot);
  const path = useIdeState(state => pathOf(completePlace(state, place)));
  const isConnected = useIdeState(state => state.connection.phase === 'open');
  useEffect(() => {
    if (isConnected) void following.follow({ projectId, versionId });
  }, [following, projectId, versionId, isConnected]);
  useEffect(() => navigation.complete(path), [navigation, path]);
  if (snapshot?.phase === 'failed')
    return (
      <Failure
        title="The project cannot be shown"
        message={snapshot.message}
        onRetry={() => void following.refresh()}
      />
    );
  if (snapshot?.phase !== 'ready') return <SkeletonRows count={8} label="The project is being read" />;
  return <TabScreen place={place} />;
}

function TabScreen({ place }: { place: ProjectPlace }) {
  switch (place.tab) {
    case 'modules':
      return <ModulesScreen place={place} />;
    case 'features':
      return <FeaturesScreen place={place} />;
    case 'runs':
      return <RunsScreen place={place} />;
    case 'settings':
      return <SettingsScreen />;
  }
}
