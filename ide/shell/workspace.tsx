/** What those who are signed in see: loaded on its own, while the page finds out whether they are. */
import '@mantine/notifications/styles.layer.css';
import { Button, VisuallyHidden } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import { ProjectId } from '../../model/names/codes.ts';
import { useIde, useIdeState, usePlace } from '../app/context.tsx';
import { isInProject, type Place, type ProjectPlace, pathOf } from '../app/places.ts';
import { completePlace, reportOf } from '../app/reports.ts';
import { bindClipboard } from '../commands/clipboard.ts';
import { bindKeys, bindLeaving } from '../commands/keys.ts';
import { PlaceLink } from '../parts/place-link.tsx';
import { ModulesScreen } from '../screens/modules/modules-screen.tsx';
import { Failure } from '../ui/failure.tsx';
import { Hint } from '../ui/hint.tsx';
import { lateView } from '../ui/late-part.tsx';
import { SkeletonPage, SkeletonPanel } from '../ui/skeleton-page.tsx';
import { Frame } from './frame/frame.tsx';
import { closeEarly, keepFocus } from './keep-focus.ts';

const Dialogs = lateView(async () => (await import('./dialogs.tsx')).Dialogs);

export function Workspace() {
  const ide = useIde();
  const place = usePlace();
  useEffect(() => bindKeys(ide), [ide]);
  useEffect(() => bindClipboard(ide), [ide]);
  useEffect(() => bindLeaving(ide), [ide]);
  useEffect(keepFocus, []);
  useEffect(closeEarly, []);
  return (
    <>
      <Notifications position="bottom-right" limit={4} />
      <Frame isBare={isInProject(place) && place.tab === 'live'}>
        <Screen />
      </Frame>
      <Dialogs />
    </>
  );
}

const FeaturesScreen = lateView(
  async () => (await import('../screens/features/features-screen.tsx')).FeaturesScreen,
  <SkeletonPage label="Loading the features" boxes={1} rows={8} />,
);

/** Few go there, and not first. */
const SettingsScreen = lateView(
  async () => (await import('../screens/settings/settings-screen.tsx')).SettingsScreen,
  <SkeletonPage label="Loading the settings" boxes={2} rows={3} />,
);

const RunScreen = lateView(
  async () => (await import('../screens/runs/execution/run-screen.tsx')).RunScreen,
  <SkeletonPage label="Loading the runs" boxes={1} rows={6} />,
);

const LOADING_HEALTH = <SkeletonPage label="Loading health" boxes={2} rows={5} />;
const HealthScreen = lateView(
  async () => (await import('../screens/health/health-screen.tsx')).HealthScreen,
  LOADING_HEALTH,
);

const LOADING_CI = <SkeletonPage label="Loading CI" boxes={2} rows={5} />;
const CIScreen = lateView(async () => (await import('../screens/ci/ci-screen.tsx')).CIScreen, LOADING_CI);

const LOADING_LIVE = <SkeletonPanel label="App" rows={0} />;
const LiveView = lateView(async () => (await import('../screens/live/live-view.tsx')).LiveView, LOADING_LIVE);

const LOADING_PROJECTS = <SkeletonPage label="Loading the projects" boxes={3} rows={2} />;
const ProjectsScreen = lateView(
  async () => (await import('../screens/projects/projects-screen.tsx')).ProjectsScreen,
  LOADING_PROJECTS,
);

/** On to the project shown last, where there is one. */
function Start() {
  const { navigation } = useIde();
  const start = useIdeState(state => state.startProject);
  const isKnown = useIdeState(state => state.ideId !== undefined);
  useEffect(() => {
    const projectId = ProjectId.safeParse(start).data;
    if (projectId !== undefined) navigation.go({ tab: 'modules', projectId }, { replace: true });
    else if (isKnown) navigation.go({ tab: 'projects' }, { replace: true });
  }, [navigation, start, isKnown]);
  return isKnown ? null : LOADING_PROJECTS;
}

function Screen() {
  const place = usePlace();
  useReport(place);
  if (isInProject(place)) return <ProjectScreen place={place} />;
  if (place.tab === 'unknown')
    return (
      <Hint
        title={`There is nothing at ${window.location.pathname}`}
        isScreen
        actions={<PlaceLink place={{ tab: 'projects' }}>Projects</PlaceLink>}
      >
        Check the address, or open a project.
      </Hint>
    );
  return place.tab === 'start' ? <Start /> : <ProjectsScreen dialog={place.dialog} />;
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
        isScreen
        message={snapshot.message}
        onRetry={() => following.refresh()}
        actions={
          <Button size="xs" variant="default" onClick={() => navigation.go({ tab: 'projects' })}>
            All projects
          </Button>
        }
      />
    );
  if (snapshot?.phase !== 'ready') return <LoadingScreen place={place} />;
  return <TabScreen place={place} />;
}

const BEING_READ = 'The project is loading';

/** In the shape of what will be there. */
function LoadingScreen({ place }: { place: ProjectPlace }) {
  switch (place.tab) {
    case 'modules':
      return (
        <>
          <VisuallyHidden role="status">{BEING_READ}</VisuallyHidden>
          <ModulesScreen place={place} />
        </>
      );
    case 'settings':
      return <SettingsScreen />;
    case 'features':
      return (
        <>
          <VisuallyHidden role="status">{BEING_READ}</VisuallyHidden>
          <FeaturesScreen place={place} />
        </>
      );
    case 'runs':
      return <SkeletonPage label={BEING_READ} boxes={1} rows={6} />;
    case 'health':
      return LOADING_HEALTH;
    case 'ci':
      return LOADING_CI;
    case 'live':
      return LOADING_LIVE;
  }
}

function TabScreen({ place }: { place: ProjectPlace }) {
  switch (place.tab) {
    case 'modules':
      return <ModulesScreen place={place} />;
    case 'features':
      return <FeaturesScreen place={place} />;
    case 'runs':
      return <RunScreen place={place} />;
    case 'health':
      return <HealthScreen place={place} />;
    case 'ci':
      return <CIScreen place={place} />;
    case 'live':
      return <LiveView isAlone />;
    case 'settings':
      return <SettingsScreen />;
  }
}

function useWindowFocus(): boolean {
  const [isFocused, setFocused] = useState(() => document.hasFocus());
  const look = () => setFocused(document.hasFocus());
  useWindowEvent('focus', look);
  useWindowEvent('blur', look);
  return isFocused;
}

/** Tells the service what is drawn, after it was drawn. */
function useReport(place: Place): void {
  const { session, navigation } = useIde();
  const isFocused = useWindowFocus();
  const text = useIdeState(state => JSON.stringify(reportOf(state, place, isFocused)));
  const { store } = useIde();
  useEffect(() => {
    const report = reportOf(store.getState(), place, isFocused);
    navigation.drawn(report);
    session.report(report);
    // The report is made anew of the same parts as its text.
    void text;
  }, [session, navigation, store, place, isFocused, text]);
}
