import { VisuallyHidden } from '@mantine/core';
import type { ProjectSnapshot } from '../../../model/protocol/channel/project-view.ts';
import { isAppWorkedIn } from '../../app/app-width.ts';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { snapshotOf } from '../../app/state.ts';
import { perform } from '../../commands/command.ts';
import { COMMANDS } from '../../commands/index.ts';
import { KeptPanes } from '../../parts/kept-panes.tsx';
import { useHeldWhileTyping } from '../../parts/use-held-while-typing.ts';
import { lateView } from '../../ui/late-part.tsx';
import { SkeletonPanel } from '../../ui/skeleton-page.tsx';
import { AppPane } from './app-pane.tsx';
import { RunLog } from './run-log.tsx';
import { TestEditor } from './test/test-editor.tsx';
import { ModuleTree } from './tree/module-tree.tsx';

export function ModulesScreen({ place }: { place: ProjectPlace }) {
  const snapshot = useIdeState(snapshotOf);
  const ide = useIde();
  const { isTreeShown, isDrawerShown } = useIdeState(state => state.view);
  const isWide = useIsAppWide();
  const columns = `${place.projectId}/${isTreeShown ? 'three' : 'two'}`;
  const panes = COLUMNS.map(pane => ({
    ...pane,
    isHidden: pane.key === 'tree' && !isTreeShown,
    content: contentOf(pane, place, snapshot),
  }));
  const { testId = '' } = place;
  const front = { pane: testId === '' ? 'tree' : 'editor', of: testId };
  const main = (
    <>
      {snapshot?.tests[testId] === undefined && <VisuallyHidden component="h1">Modules</VisuallyHidden>}
      {snapshot !== undefined && <FirstSteps snapshot={snapshot} />}
      <KeptPanes
        name={columns}
        panes={panes}
        front={front}
        isWide={isWide}
        onWide={() => void perform(COMMANDS.widenApp, ide)}
      />
    </>
  );
  if (!isDrawerShown) return main;
  return (
    <KeptPanes
      name={`${place.projectId}/rows`}
      orientation="vertical"
      panes={[
        { key: 'main', title: 'Work', share: 70, min: 30, content: main },
        {
          ...{ key: 'drawer', title: 'Run log', share: 30, min: 10 },
          content: snapshot && <RunLog snapshot={snapshot} place={place} />,
        },
      ]}
    />
  );
}

/** A person's own choice is shown at once. */
function useIsAppWide(): boolean {
  const isWorkedIn = useHeldWhileTyping(useIdeState(isAppWorkedIn));
  return useIdeState(state => state.view.isAppWide) ?? isWorkedIn;
}

const LazyFirstSteps = lateView(async () => (await import('../projects/first-steps/first-steps.tsx')).FirstSteps);

/** For a project that was created in this page, or one that is still empty. */
function FirstSteps({ snapshot }: { snapshot: ProjectSnapshot }) {
  const { projectId } = snapshot.project;
  const isBegun = useIdeState(state => state.view.firstSteps[projectId] !== undefined);
  if (!isBegun && Object.keys(snapshot.modules).length > 0) return null;
  return <LazyFirstSteps key={projectId} snapshot={snapshot} />;
}

const COLUMNS = [
  { key: 'tree', title: 'Modules', share: 19, min: 12, wide: 0, greyRows: 8 },
  { key: 'editor', title: 'Test', share: 37, min: 25, greyRows: 6 },
  { key: 'live', title: 'App', share: 44, min: 15, wide: 62, greyRows: 0 },
] as const;

function contentOf(
  { key, title, greyRows }: (typeof COLUMNS)[number],
  place: ProjectPlace,
  snapshot: ProjectSnapshot | undefined,
) {
  if (snapshot === undefined) return <SkeletonPanel label={title} rows={greyRows} />;
  switch (key) {
    case 'tree':
      return <ModuleTree snapshot={snapshot} place={place} />;
    case 'editor':
      return <TestEditor snapshot={snapshot} place={place} />;
    case 'live':
      return <AppPane place={place} title={title} />;
  }
}
