/** What signed-in people see: loaded on its own, while the page finds out whether they are. */
import '@mantine/notifications/styles.layer.css';
import { Button, VisuallyHidden } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { Suspense, useEffect, useState } from 'react';
import { ProjectId } from '../../model/names/codes.ts';
import { useIde, useIdeState, useIsConnected, usePlace } from '../app/context.tsx';
import { isInProject, type Place, type ProjectPlace } from '../app/places.ts';
import { completePlace, reportOf } from '../app/reports.ts';
import type { Screen } from '../app/screen.ts';
import { bindClipboard } from '../commands/clipboard.ts';
import { bindKeys, bindLeaving } from '../commands/keys.ts';
import { PlaceLink } from '../parts/place-link.tsx';
import { Failure } from '../ui/failure.tsx';
import { Hint } from '../ui/hint.tsx';
import { lateView } from '../ui/late-part.tsx';
import { SkeletonPage, SkeletonPanel } from '../ui/skeleton-page.tsx';
import { Frame } from './frame/frame.tsx';
import { closeEarly, keepFocus } from './keep-focus.ts';
import { SCREENS } from './screens.ts';

const Dialogs = lateView(async () => (await import('./dialogs.tsx')).Dialogs);

export function Workspace() {
  const ide = useIde();
  useEffect(() => bindKeys(ide), [ide]);
  useEffect(() => bindClipboard(ide), [ide]);
  useEffect(() => bindLeaving(), []);
  useEffect(keepFocus, []);
  useEffect(closeEarly, []);
  return (
    <>
      <Notifications position="bottom-right" limit={4} />
      <Frame>
        <Shown />
      </Frame>
      <Dialogs />
    </>
  );
}

const LOADING_PROJECTS = <SkeletonPage label="Loading the projects" boxes={3} rows={2} />;
const ProjectsScreen = lateView(
  async () => (await import('../screens/projects/projects-screen.tsx')).ProjectsScreen,
  LOADING_PROJECTS,
);

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

function Shown() {
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
  const { following, navigation, screens } = useIde();
  const { projectId, versionId } = place;
  const snapshot = useIdeState(state => state.project?.snapshot);
  const path = useIdeState(state => screens.pathOf(completePlace(state, place)));
  const isConnected = useIsConnected();
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

/** In the shape of the screen to come. */
function LoadingScreen({ place }: { place: ProjectPlace }) {
  const { showsLoading = false, skeleton } = SCREENS[place.tab];
  if (!showsLoading) return <ScreenSkeleton {...skeleton} label={BEING_READ} />;
  return (
    <>
      <VisuallyHidden role="status">{BEING_READ}</VisuallyHidden>
      <TabScreen place={place} />
    </>
  );
}

function TabScreen({ place }: { place: ProjectPlace }) {
  const { View, skeleton } = SCREENS[place.tab];
  return (
    <Suspense key={place.tab} fallback={<ScreenSkeleton {...skeleton} />}>
      <View place={place} />
    </Suspense>
  );
}

const ScreenSkeleton = ({ boxes, ...panel }: Screen['skeleton']) =>
  boxes === undefined ? <SkeletonPanel {...panel} /> : <SkeletonPage {...panel} boxes={boxes} />;

function useWindowFocus(): boolean {
  const [isFocused, setFocused] = useState(() => document.hasFocus());
  const look = () => setFocused(document.hasFocus());
  useWindowEvent('focus', look);
  useWindowEvent('blur', look);
  return isFocused;
}

/** Reports only what has been rendered. */
function useReport(place: Place): void {
  const { session, navigation, store, screens } = useIde();
  const isFocused = useWindowFocus();
  const url = screens.pathOf(place);
  const text = useIdeState(state => JSON.stringify(reportOf(state, place, { url, isFocused })));
  useEffect(() => {
    const report = reportOf(store.getState(), place, { url, isFocused });
    navigation.drawn(report);
    session.report(report);
    // The text changes whenever a part of the report does.
    void text;
  }, [session, navigation, store, place, url, isFocused, text]);
}
